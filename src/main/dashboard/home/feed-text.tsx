/** The title of a line of a feed and its contact: beside each other in columns, one above the other in a narrow window. */
export function FeedText({ title, contact }: { title: React.ReactNode; contact: string | null | undefined }) {
  return (
    <span className="home-feed-text">
      <span className="truncated">{title}</span>
      {contact && <span className="truncated soft" title={contact}>{contact}</span>}
    </span>
  );
}
