import { formatDay } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import type { System } from "./api.ts";

const EXPIRY_WARNING_MS = 14 * 86_400_000;

/** Certificates that this installation offers, and when they end; nothing where it offers none. */
export function Certificates({ certificates }: { certificates: System["certificates"] }) {
  if (certificates.length === 0) return null;
  return (
    <section className="sheet stack-small" aria-labelledby="certificates">
      <h2 id="certificates">{t("system.certificates")}</h2>
      {certificates.map((each) => {
        const left = each.endsAt ? new Date(each.endsAt).getTime() - Date.now() : 0;
        return (
          <div key={each.file} className="spread">
            <div className="grow">
              <p>{each.subject ?? each.problem}</p>
              <p className="soft small system-address">{each.file}</p>
            </div>
            {each.endsAt && (
              <Badge tone={left < 0 ? "bad" : left < EXPIRY_WARNING_MS ? "watch" : "good"}>
                {t(left < 0 ? "system.endedOn" : "system.endsOn", { day: formatDay(each.endsAt) })}
              </Badge>
            )}
            {each.problem && <Badge tone="bad" icon="warning">{t("system.unreadable")}</Badge>}
          </div>
        );
      })}
    </section>
  );
}
