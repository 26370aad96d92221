import { useState } from "react";
import { formatPeriod } from "../base/duration.ts";
import { formatBytes, formatCompact, formatDayAndTime, formatNumber } from "../base/format.ts";
import { isKey, t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Figure, Figures } from "../kit/chart/number.tsx";
import type { System } from "./api.ts";

const FIRST = 12;

/** The size of the database by table, the retention of rows, and the migrations of the schema. */
export function Database({ system: { database, retention, migrations } }: { system: System }) {
  return (
    <div className="stack">
      <Figures>
        <Figure label={t("system.size")}>{formatBytes(database.bytes)}</Figure>
        <Figure label={t("system.openConnections")} hint={t("system.ofAtMost", { most: database.maxConnections })}>
          {formatNumber(database.connections)}
        </Figure>
        <Figure label="PostgreSQL">{database.version.split(" ")[0]}</Figure>
      </Figures>
      <Tables tables={database.tables} whole={database.bytes} />
      <div className="columns">
        <Retention retention={retention} />
        <Migrations migrations={migrations} />
      </div>
    </div>
  );
}

function Tables({ tables, whole }: { tables: System["database"]["tables"]; whole: number }) {
  const [isComplete, setComplete] = useState(false);
  return (
    <section className="sheet" aria-labelledby="tables">
      <h2 id="tables" className="system-head">{t("system.tables")}</h2>
      <div className="system-scroll" tabIndex={0} role="group" aria-labelledby="tables">
        <table className="system-table">
          <thead>
            <tr>
              <th scope="col">{t("system.table")}</th>
              <th scope="col" className="system-end">{t("system.rows")}</th>
              <th scope="col" className="system-end">{t("system.indexes")}</th>
              <th scope="col" className="system-end">{t("system.size")}</th>
            </tr>
          </thead>
          <tbody>
            {tables.slice(0, isComplete ? undefined : FIRST).map((table) => (
              <tr key={table.name}>
                <th scope="row">
                  <span className="system-name">{table.name}</span>
                  <span className="system-meter" aria-hidden="true">
                    <i style={{ inlineSize: `${100 * table.bytes / Math.max(whole, 1)}%` }} />
                  </span>
                </th>
                <td className="system-end">{formatCompact(table.rows)}</td>
                <td className="system-end">{formatBytes(table.indexBytes)}</td>
                <td className="system-end">{formatBytes(table.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isComplete && tables.length > FIRST && (
        <p className="system-foot">
          <Button variant="quiet" onPress={() => setComplete(true)}>
            {t("system.allTables", { count: tables.length })}
          </Button>
        </p>
      )}
    </section>
  );
}

function Retention({ retention }: { retention: System["retention"] }) {
  return (
    <section className="sheet stack-small" aria-labelledby="retention">
      <h2 id="retention">{t("system.retention")}</h2>
      <dl className="system-pairs">
        {retention.map(({ name, kept }) => (
          <div key={name}>
            <dt>{isKey(`system.kept.${name}`) ? t(`system.kept.${name}` as "system.kept.events") : name}</dt>
            <dd>{/^0\D/.test(kept) ? t("system.forEver") : formatPeriod(kept)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Migrations({ migrations }: { migrations: System["migrations"] }) {
  return (
    <section className="sheet stack-small" aria-labelledby="migrations">
      <h2 id="migrations">{t("system.migrations")}</h2>
      <div className="system-list" tabIndex={0} role="group" aria-labelledby="migrations">
        <dl className="system-pairs">
          {migrations.map((each) => (
            <div key={each.version}>
              <dt>
                <code>{each.version}</code> {each.description}
                {!each.success && <Badge tone="bad">{t("system.failed")}</Badge>}
              </dt>
              <dd className="soft small">{formatDayAndTime(each.installedAt)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
