/** What a line of a feed is about, and whom: one beside the other in columns, one above the other where there is no room. */
export function FeedText({ what, who }: { what: React.ReactNode; who: string | null | undefined }) {
  return (
    <span className="home-feed-text">
      <span className="truncated">{what}</span>
      {who && <span className="truncated soft" title={who}>{who}</span>}
    </span>
  );
}
