/** The drawings of the site: 24 by 24, one line. They say nothing that a word beside them does not. */
import styles from './icons.module.css';

function Icon({ path, size = 24, isMirrored = false }: { path: string; size?: number; isMirrored?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className={isMirrored ? `${styles.icon} mirrored` : styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
    >
      <path d={path} />
    </svg>
  );
}

export const BackIcon = () => <Icon isMirrored path="M15 5l-7 7 7 7" />;
export const BasketIcon = () => (
  <Icon path="M5 8h14l-1.2 11.2a1 1 0 0 1-1 .8H7.2a1 1 0 0 1-1-.8zM9 8V7a3 3 0 0 1 6 0v1" />
);
export const CheckIcon = ({ size }: { size?: number }) => <Icon size={size} path="M5 12.5l4.5 4.5L19 7.5" />;
export const ChevronIcon = ({ size = 20 }: { size?: number }) => <Icon size={size} isMirrored path="M9 5l7 7-7 7" />;
export const ClockIcon = ({ size }: { size?: number }) => (
  <Icon size={size} path="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2" />
);
export const CloseIcon = ({ size }: { size?: number }) => <Icon size={size} path="M6 6l12 12M18 6L6 18" />;
export const DownIcon = ({ size = 20 }: { size?: number }) => <Icon size={size} path="M6 9.5l6 6 6-6" />;
export const MinusIcon = () => <Icon size={20} path="M6 12h12" />;
export const PhoneIcon = ({ size = 20 }: { size?: number }) => (
  <Icon
    size={size}
    path="M5.5 4h3l1.5 4-2 1.5a11 11 0 0 0 6.5 6.5l1.5-2 4 1.5v3a1.5 1.5 0 0 1-1.6 1.5A16 16 0 0 1 4 5.6 1.5 1.5 0 0 1 5.5 4z"
  />
);
export const PinIcon = () => (
  <Icon path="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />
);
export const PlusIcon = () => <Icon size={20} path="M12 6v12M6 12h12" />;
export const RefreshIcon = () => <Icon path="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4.5H15" />;
export const SearchIcon = () => <Icon size={20} path="M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4 4" />;
export const StoreIcon = () => (
  <Icon path="M4 10l1.5-5.5h13L20 10M4 10v0a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 10M5.5 12.5V20h13v-7.5M10 20v-4.5h4V20" />
);
export const TrashIcon = () => (
  <Icon size={20} path="M5 7h14M10 7V5h4v2M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6" />
);
export const UserIcon = () => <Icon path="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0" />;
