/** The bell of the logo and of empty states, drawn in the text's colour. */
export function Bell({ className = 'ico' }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3 18h18" />
      <path d="M5 18v-1a7 7 0 0 1 14 0v1" />
      <path d="M12 10V6.5" />
      <path d="M9.5 6.5h5" />
      <path d="M8.5 15.5a3.6 3.6 0 0 1 1.8-2.3" />
    </svg>
  );
}
