import { formatNumber } from "../base/format.ts";

interface Props {
  value: unknown;
  label?: string;
  /** The number of levels that are open at first. */
  levels?: number;
}

/** Any JSON value as a tree whose branches open and close. */
export function Tree({ value, label, levels = 1 }: Props) {
  if (!isBranch(value)) return <Leaf value={value} />;
  return (
    <ul className="tree" role="list" aria-label={label}>
      {entries(value).map(([name, each]) => (
        <li key={name}>
          {isBranch(each) && entries(each).length > 0
            ? (
              <details open={levels > 1}>
                <summary>
                  <span className="tree-name">{name}</span>
                  <span className="soft small">{sizeOf(each)}</span>
                </summary>
                <Tree value={each} levels={levels - 1} />
              </details>
            )
            : (
              <div className="tree-line">
                <span className="tree-name">{name}</span>
                <Leaf value={each} />
              </div>
            )}
        </li>
      ))}
    </ul>
  );
}

type Branch = Record<string, unknown> | unknown[];
const isBranch = (value: unknown): value is Branch => typeof value === "object" && value !== null;
const entries = (value: Branch) => Object.entries(value);
const sizeOf = (value: Branch) =>
  Array.isArray(value) ? `[${formatNumber(value.length)}]` : `{${formatNumber(Object.keys(value).length)}}`;

function Leaf({ value }: { value: unknown }) {
  if (isBranch(value)) return <code className="soft">{Array.isArray(value) ? "[]" : "{}"}</code>;
  return <code className={typeof value === "string" ? "tree-text" : "tree-other"}>{String(value)}</code>;
}
