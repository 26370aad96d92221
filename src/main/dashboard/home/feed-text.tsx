/** What a line of a feed is about, and whom: one beside the other in columns, one above the other where there is no room. */
export function FeedText({ title, contact }: { title: React.ReactNode; contact: string | null | undefined }) {
  return (
    <span className="home-feed-text">
      <span className="truncated">{title}</span>
      {contact && <span className="truncated soft" title={contact}>{contact}</span>}
    </span>
  );
}
