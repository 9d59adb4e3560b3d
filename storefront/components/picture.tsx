import styles from './picture.module.css';

/** A small square picture of a dish or an outlet; without one, the first letter of its name. */
export function Thumbnail({ image, name, isLazy = true }: { image: string | null; name: string; isLazy?: boolean }) {
  if (image === null) {
    return (
      <span aria-hidden="true" className={styles.initial}>
        {Array.from(name)[0]}
      </span>
    );
  }
  return (
    <img
      className={styles.thumbnail}
      src={`${image}-88.webp`}
      srcSet={`${image}-88.webp 1x, ${image}-176.webp 2x`}
      width={88}
      height={88}
      alt=""
      decoding="async"
      loading={isLazy ? 'lazy' : 'eager'}
      // Without a connection its place stays empty, without the mark of a broken picture.
      onError={(event) => (event.currentTarget.style.visibility = 'hidden')}
    />
  );
}

/** A picture as wide as its column, 16 by 9. */
export function WidePicture({ image, className }: { image: string; className?: string }) {
  return (
    <img
      className={className}
      src={`${image}-640.webp`}
      srcSet={`${image}-640.webp 640w, ${image}-1200.webp 1200w`}
      sizes="(min-width: 1024px) 1032px, 100vw"
      width={640}
      height={360}
      alt=""
      decoding="async"
      fetchPriority="high"
    />
  );
}
