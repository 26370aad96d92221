/** The mark: a wading bird in flight. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M7 20c4.500.500 7-2 9-7 1-2.500 3.500-4 6-3l4 1.500-3.500 1.500c-.500 6-4.500 10-10.500 10-2 0-4-.800-5-3z"
        fill="var(--on-accent)"
      />
      <circle cx="20.800" cy="12.200" r="1.100" fill="var(--accent)" />
    </svg>
  );
}
