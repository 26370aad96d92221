import { useQueryState } from "../base/address.ts";
import { language, t } from "../base/words.ts";
import { Icon } from "./icon.tsx";

export interface Column<T> {
  id: string;
  header: string;
  cell: (row: T) => React.ReactNode;
  /** A track of CSS grid; an equal share when absent. */
  width?: string;
  align?: "end";
  /** Left out, with its track, where the table is narrower than 640 or 900 pixels. */
  hide?: "narrow" | "medium";
  /** More for this cell of the row where it is the second line, on a phone: numbers whose columns are left out there. */
  note?: (row: T) => React.ReactNode;
  /** The name this column has in the list's sort parameter. */
  sort?: string;
  /** The value by which a list that is all loaded is sorted in this column, under the column's id. */
  by?: (row: T) => string | number;
  /** The cell in a file of the list; without it the column is not in the file. */
  text?: (row: T) => string | number | null | undefined;
}

/** The classes of a cell that its column decides. */
export const classOf = <T,>(column: Column<T>) =>
  (column.align === "end" ? "table-end " : "") + (column.hide ? `table-hide-${column.hide} ` : "");

/** The name of a column in the address when the list is sorted by it. */
const sortOf = <T,>({ id, sort, by }: Column<T>) => sort ?? (by && id);

/** The rows of a list that is all loaded, in the order that the address names; as they are where it names none of its columns. */
export function sorted<T>(rows: T[], columns: Column<T>[], { sort, dir }: Record<string, string>): T[] {
  const by = columns.find(({ id }) => id === sort)?.by;
  if (!by) return rows;
  const compare = (one: T, other: T) => {
    const [a, b] = [by(one), by(other)];
    return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), language);
  };
  return rows.toSorted((one, other) => dir === "asc" ? compare(one, other) : compare(other, one));
}

interface Props<T> {
  columns: Column<T>[];
  selecting: boolean;
  classOf: (column: Column<T>, at: number) => string;
  children: React.ReactNode;
}

/** The names of the columns; those the list can be sorted by are buttons that change the address. */
export function TableHead<T>({ columns, selecting, classOf, children }: Props<T>) {
  const [query, setQuery] = useQueryState();
  // Names are read from A to Z, numbers and times from the greatest on.
  const sortBy = (column: Column<T>) => {
    const [first, second] = column.align === "end" ? ["desc", "asc"] : ["asc", "desc"];
    setQuery({ sort: sortOf(column), dir: query.sort === sortOf(column) && query.dir === first ? second : first });
  };
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-row" aria-rowindex={1}>
        {selecting && <div role="columnheader" className="table-cell table-select">{children}</div>}
        {columns.map((column, at) => (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={sortOf(column) && query.sort === sortOf(column)
              ? (query.dir === "asc" ? "ascending" : "descending")
              : undefined}
            className={`table-cell ${classOf(column, at)}`}
          >
            {sortOf(column)
              ? (
                <button
                  type="button"
                  className="table-sort"
                  onClick={() => sortBy(column)}
                  title={t("lists.sort")}
                >
                  {column.header}
                  {query.sort === sortOf(column) && <Icon name={query.dir === "asc" ? "up" : "down"} size={12} />}
                </button>
              )
              : column.header}
          </div>
        ))}
      </div>
    </div>
  );
}
