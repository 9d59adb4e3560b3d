import { Component, type ReactNode, Suspense } from 'react';

interface BoundaryProps {
  children: ReactNode;
  /** In place of the children when they could not be loaded or shown. */
  renderFallback: (retry: () => void) => ReactNode;
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
    const { children, renderFallback } = this.props;
    return this.state.hasFailed ? renderFallback(() => this.setState({ hasFailed: false })) : children;
  }
}

/** A part without which the page is whole: nothing is in its place while it is loaded, and when it could not be. */
export function Optional({ children, place = '' }: { children: ReactNode; place?: string }) {
  return (
    <Boundary place={place} renderFallback={() => null}>
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}
