import { formatBytes, formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Note } from "../kit/failure.tsx";
import { Time, useNow } from "../kit/time.tsx";
import type { System } from "./api.ts";

/** A backup that is older asks for attention, as the alert for it does. */
const MAX_AGE_MS = 2 * 86_400_000;

/** The newest backup: when it was made, how large it is, and whether the last attempt failed. */
export function Backups({ backups }: { backups: System["backups"] }) {
  const now = useNow();
  const { status, last, lastFailure } = backups;
  const isOld = last ? now - new Date(last.takenAt).getTime() > MAX_AGE_MS : false;
  return (
    <section className="sheet stack-small" aria-labelledby="backups">
      <h2 id="backups" className="row-wrap">
        {t("system.backups")}
        {status === "failed"
          ? <Badge tone="bad" icon="warning">{t("system.backupFailed")}</Badge>
          : !last
          ? <Badge tone="watch" icon="warning">{t("system.backupNone")}</Badge>
          : isOld
          ? <Badge tone="watch" icon="clock">{t("system.backupOld")}</Badge>
          : <Badge tone="good" icon="check">{t("system.backupOk")}</Badge>}
      </h2>
      {last ? <Last last={last} /> : <p>{t("system.backupNever")}</p>}
      {status === "failed" && lastFailure && (
        <Note tone="bad">
          <p>
            {t("system.backupFailedAt")} <Time at={lastFailure.at} />, {lastFailure.host}
          </p>
          <p className="small system-address">{lastFailure.problem}</p>
        </Note>
      )}
    </section>
  );
}

function Last({ last }: { last: NonNullable<System["backups"]["last"]> }) {
  return (
    <>
      <p>
        {t("system.backupTaken")} <Time at={last.takenAt} /> ·{" "}
        {t("system.backupSize", { size: formatBytes(last.bytes), rows: formatNumber(last.rows) })}
      </p>
      <p className="soft small system-address">{last.host}: {last.file}</p>
      {!last.images && <p className="small">{t("system.backupNoImages")}</p>}
    </>
  );
}
