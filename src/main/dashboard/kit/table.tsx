import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useQueryState } from "../base/address.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Checkbox } from "./form/choice.tsx";
import { useDensity } from "./density.ts";
import { classOf, type Column, sorted, TableHead } from "./table-head.tsx";
import { useNarrow } from "./use-narrow.ts";

export type { Column };

interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: Set<string>) => void;
}

interface Props<T> {
  label: string;
  columns: Column<T>[];
  rows: T[];
  idOf: (row: T) => string;
  /** The page that a row leads to; its first column is the link, the whole row can be clicked. */
  to?: (row: T) => string;
  /** All rows there are, loaded or not. */
  total?: number | undefined;
  /** Pixels of each row. */
  rowHeight?: number;
  hasMore?: boolean;
  loadMore?: () => void;
  selection?: Selection;
}

/** Pixels that a second line adds to a row. */
const SECOND_LINE_HEIGHT = 24;

/** Pixels that a row gives up where rows stand close together. */
const COMPACT_REDUCTION = 12;

/**
 * A list of any length: only the rows near the window are in the document, more are loaded as one scrolls. On a phone the second
 * column that stays there stands below the first one, unless it holds numbers.
 */
export function Table<T>(props: Props<T>) {
  const { columns, idOf, to, total, hasMore = false, loadMore, selection } = props;
  const [query] = useQueryState();
  const rows = sorted(props.rows, columns, query);
  const isCompact = useDensity() === "compact";
  const second = columns.filter(({ hide }) => !hide)[1];
  const isStacked = useNarrow() && second !== undefined && second.align !== "end";
  const rowHeight = (props.rowHeight ?? 44) + (isStacked ? SECOND_LINE_HEIGHT : 0) -
    (isCompact ? COMPACT_REDUCTION : 0);
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(body.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (at) => idOf(rows[at]!),
  });
  useLayoutEffect(() => virtual.measure(), [rowHeight]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasMore && last >= rows.length - 15) loadMore?.();
  }, [hasMore, last, rows.length, loadMore]);
  const tracks = (...hidden: Column<T>["hide"][]) =>
    (selection ? "34px " : "") +
    columns.filter(({ hide }) => !hide || !hidden.includes(hide)).map(({ width }) => width ?? "minmax(0, 1fr)")
      .toSpliced(1, isStacked ? 1 : 0)
      .join(" ");
  const cellClass = (column: Column<T>, at: number) =>
    classOf(column) + (isStacked && at === 0 ? "table-first" : isStacked && column === second ? "table-second" : "");
  return (
    <div
      className={`table${isStacked ? " table-stacked" : ""}${isCompact ? " table-compact" : ""}`}
      role="table"
      aria-label={props.label}
      aria-rowcount={total === undefined || total < rows.length ? -1 : total + 1}
      style={{
        "--tracks": tracks(),
        "--tracks-medium": tracks("medium"),
        "--tracks-narrow": tracks("medium", "narrow"),
      } as React.CSSProperties}
    >
      <TableHead columns={columns} selecting={selection !== undefined} classOf={cellClass}>
        {selection && (
          <Checkbox
            aria-label={t("lists.selectLoaded")}
            isSelected={rows.length > 0 && rows.every((row) => selection.ids.has(idOf(row)))}
            isIndeterminate={selection.ids.size > 0 && !rows.every((row) => selection.ids.has(idOf(row)))}
            onChange={(all) => selection.onChange(new Set(all ? rows.map(idOf) : []))}
          >
            {null}
          </Checkbox>
        )}
      </TableHead>
      <div className="table-body" role="rowgroup" ref={body} style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index]!;
          return (
            <div
              key={item.key}
              className={`table-row${to ? " table-row-link" : ""}`}
              role="row"
              aria-rowindex={item.index + 2}
              style={{ height: item.size, transform: `translateY(${item.start - top}px)` }}
            >
              {selection && (
                <div role="cell" className="table-cell table-select">
                  <SelectRow id={idOf(row)} selection={selection} />
                </div>
              )}
              {columns.map((column, at) => {
                const content = column.cell(row);
                return (
                  <div
                    key={column.id}
                    role="cell"
                    className={`table-cell ${cellClass(column, at)}`}
                    title={typeof content === "string" ? content : undefined}
                  >
                    {at === 0 && to ? <Link to={to(row)} className="table-link truncated">{content}</Link> : content}
                    {isStacked && column === second && column.note && (
                      <span className="table-note">{column.note(row)}</span>
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function SelectRow({ id, selection }: { id: string; selection: Selection }) {
  const change = (selected: boolean) => {
    const ids = new Set(selection.ids);
    if (selected) ids.add(id);
    else ids.delete(id);
    selection.onChange(ids);
  };
  return <Checkbox aria-label={t("lists.select")} isSelected={selection.ids.has(id)} onChange={change}>{null}
  </Checkbox>;
}
