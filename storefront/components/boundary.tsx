import { Component, type ComponentType, type ReactNode } from 'react';

interface BoundaryProps {
  children: ReactNode;
  /** In place of the children when they could not be loaded or shown. */
  Fallback: ComponentType<{ retry: () => void }>;
  /** When this changes, the children are tried again. */
  place: string;
}

interface BoundaryState {
  place: string;
  hasFailed: boolean;
}

/** Keeps a part of the site that could not be loaded or shown from taking the rest with it. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, hasFailed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, hasFailed: false };
  }

  override render() {
    const { children, Fallback } = this.props;
    return this.state.hasFailed ? <Fallback retry={() => this.setState({ hasFailed: false })} /> : children;
  }
}
