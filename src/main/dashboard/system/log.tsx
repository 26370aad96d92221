import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Empty } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import type { System } from "./api.ts";

/** The newest warnings and errors in the logs of all nodes. */
export function Log({ warnings, severalNodes }: { warnings: System["warnings"]; severalNodes: boolean }) {
  if (warnings.length === 0) {
    return (
      <Empty icon="check" title={t("system.noWarnings")}>
        <p>{t("system.noWarningsText")}</p>
      </Empty>
    );
  }
  return (
    <ol role="list" className="sheet system-log">
      {warnings.map((line, at) => (
        <li key={at}>
          <Badge tone={line.level === "ERROR" ? "bad" : "watch"}>
            {t(line.level === "ERROR" ? "system.error" : "system.warning")}
          </Badge>
          <span className="grow system-message">
            {line.message}
            <span className="soft small system-source">
              {line.source}
              {severalNodes && ` · ${line.node}`}
              {line.count > 1 && ` · ${t("system.times", { count: line.count })}`}
            </span>
          </span>
          <span className="soft small">
            <Time at={line.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
