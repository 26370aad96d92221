import { useQueryState } from "../base/address.ts";
import { t } from "../base/words.ts";
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
}

/** The classes of a cell that its column decides. */
export const classOf = <T,>(column: Column<T>) =>
  (column.align === "end" ? "table-end " : "") + (column.hide ? `table-hide-${column.hide} ` : "");

interface Props<T> {
  columns: Column<T>[];
  selecting: boolean;
  classOf: (column: Column<T>, at: number) => string;
  children: React.ReactNode;
}

/** The names of the columns; those the list can be sorted by are buttons that change the address. */
export function TableHead<T>({ columns, selecting, classOf, children }: Props<T>) {
  const [query, setQuery] = useQueryState();
  const sortBy = (name: string) =>
    setQuery({ sort: name, dir: query.sort === name && query.dir !== "asc" ? "asc" : "desc" });
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-row" aria-rowindex={1}>
        {selecting && <div role="columnheader" className="table-cell table-select">{children}</div>}
        {columns.map((column, at) => (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={column.sort && query.sort === column.sort
              ? (query.dir === "asc" ? "ascending" : "descending")
              : undefined}
            className={`table-cell ${classOf(column, at)}`}
          >
            {column.sort
              ? (
                <button
                  type="button"
                  className="table-sort"
                  onClick={() => sortBy(column.sort!)}
                  title={t("kit.table.sort")}
                >
                  {column.header}
                  {query.sort === column.sort && <Icon name={query.dir === "asc" ? "up" : "down"} size={12} />}
                </button>
              )
              : column.header}
          </div>
        ))}
      </div>
    </div>
  );
}
