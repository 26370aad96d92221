import { formatBytes, formatRate } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import { Time } from "../kit/time.tsx";
import type { Node } from "./api.ts";

/** A disk with less than this part free is about to stop the database. */
const MIN_FREE_PART = 0.1;

/** The nodes, what they do and how loaded they are. */
export function Nodes({ nodes }: { nodes: Node[] }) {
  return (
    <section className="stack-small" aria-labelledby="nodes">
      <h2 id="nodes">{t("system.nodes", { count: nodes.length })}</h2>
      {nodes.length === 0 && <p className="soft">{t("system.noNodes")}</p>}
      <ul role="list" className="system-nodes">
        {nodes.map((node) => (
          <li key={node.id} className="sheet stack-small">
            <One node={node} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ node }: { node: Node }) {
  return (
    <>
      <div className="spread">
        <h3 className="grow system-host">{node.host}</h3>
        {node.self && <Badge tone="info">{t("system.self")}</Badge>}
        {node.alive
          ? <Badge tone="good" icon="check">{t("system.alive")}</Badge>
          : <Badge tone="bad" icon="warning">{t("system.gone")}</Badge>}
      </div>
      <p className="soft small">
        {t("system.nodeVersion", { version: node.version })} · {t("system.startedAt")} <Time at={node.startedAt} />
        {!node.alive && (
          <>
            · {t("system.seenAt")} <Time at={node.seenAt} />
          </>
        )}
      </p>
      {!node.journal && <Note tone="bad">{t("system.noJournal")}</Note>}
      <dl className="system-load">
        <Meter
          label={t("system.cpu", { count: node.processors })}
          part={node.cpu ?? null}
          of={1}
          text={node.cpu === null || node.cpu === undefined ? t("kit.notKnown") : formatRate(node.cpu, 1)}
        />
        <Meter
          label={t("system.memory")}
          part={node.memoryUsed}
          of={node.memoryMax}
          text={t("system.partOf", { part: formatBytes(node.memoryUsed), of: formatBytes(node.memoryMax) })}
        />
        <Meter
          label={t("system.disk")}
          part={node.diskTotal - node.diskFree}
          of={node.diskTotal}
          isBad={node.diskFree < MIN_FREE_PART * node.diskTotal}
          text={t("system.free", { free: formatBytes(node.diskFree), of: formatBytes(node.diskTotal) })}
        />
      </dl>
      <p className="small">
        <span className="soft">{t("system.roles")}</span> {node.roles.join(", ")}
      </p>
    </>
  );
}

interface MeterProps {
  label: string;
  part: number | null;
  of: number;
  text: string;
  isBad?: boolean;
}

function Meter({ label, part, of, text, isBad = false }: MeterProps) {
  return (
    <div>
      <dt className="soft small">{label}</dt>
      <dd>
        <span className={isBad ? "system-bad" : undefined}>{text}</span>
        <span className={`system-meter${isBad ? " system-meter-bad" : ""}`} aria-hidden="true">
          <i style={{ inlineSize: `${part === null || of === 0 ? 0 : Math.min(100, 100 * part / of)}%` }} />
        </span>
      </dd>
    </div>
  );
}
