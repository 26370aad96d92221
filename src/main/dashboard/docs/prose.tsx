import { base } from "../base/address.ts";
import { Snippet } from "../kit/snippet.tsx";
import { t } from "../base/words.ts";
import { useTryKey } from "./key.ts";
import { DocsLink } from "./link.tsx";
import { blocksOf } from "./markdown.ts";

const LABELS: Record<string, string> = {
  sh: "curl",
  js: "JavaScript",
  java: "Java",
  python: "Python",
  json: "JSON",
  http: "HTTP",
};

/** Text in the part of Markdown that our guides and the document use. Samples name this server, and the reader's key. */
export function Prose({ text }: { text: string }) {
  const { own, demo } = useTryKey();
  const filled = (code: string) =>
    code.replaceAll("https://mail.example.com", `${location.origin}${base}`).replaceAll("sk_…", own || demo || "sk_…");
  return (
    <div className="docs-prose">
      {blocksOf(text).map((block, at) => {
        switch (block.kind) {
          case "heading":
            return <h2 key={at} id={block.id}>{block.text}</h2>;
          case "list":
            return (
              <ul key={at}>
                {block.items.map((item) => (
                  <li key={item}>
                    <Line text={item} />
                  </li>
                ))}
              </ul>
            );
          case "code":
            return (
              <Snippet
                key={at}
                label={t("docs.sample")}
                samples={block.samples.map(({ language, code }) => ({
                  id: language,
                  label: LABELS[language] ?? language,
                  code: filled(code),
                }))}
              />
            );
          case "table":
            return <Table key={at} rows={block.rows} />;
          default:
            return (
              <p key={at}>
                <Line text={block.text} />
              </p>
            );
        }
      })}
    </div>
  );
}

function Table({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    <div className="docs-table" tabIndex={0} role="group" aria-label={t("docs.table")}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                <Line text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, at) => (
                <td key={at}>
                  <Line text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `code`, **weight** and [links](errors); a link without a scheme leads to another page here. */
export function Line({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part, at) => {
    if (part.startsWith("`")) return <code key={at}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong key={at}>{part.slice(2, -2)}</strong>;
    const [, label, target] = part.match(/^\[([^\]]+)\]\(([^)]+)\)$/) ?? [];
    if (!target) return part;
    if (target.startsWith("https:")) return <a key={at} href={target} rel="noreferrer">{label}</a>;
    return target.startsWith("/")
      ? <a key={at} href={base + target}>{label}</a>
      : <DocsLink key={at} to={target}>{label}</DocsLink>;
  });
}
