import { type Books, countOf, OUTCOMES } from "./api.ts";

/** The outcomes in the order of the bar, where pending emails come last. */
const DONE_FIRST = [...OUTCOMES.filter((outcome) => outcome !== "pending"), "pending"] as const;

/** The parts of an audience in one bar; the numbers stand in the table beside it. */
export function Bar({ books }: { books: Books }) {
  return (
    <div className="campaigns-bar" aria-hidden="true">
      {DONE_FIRST.map((outcome) => (
        <i
          key={outcome}
          className={`campaigns-${outcome}`}
          style={{ inlineSize: `${books.audience === 0 ? 0 : 100 * countOf(books, outcome) / books.audience}%` }}
        />
      ))}
    </div>
  );
}
