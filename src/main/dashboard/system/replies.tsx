import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Empty } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import type { System } from "./api.ts";

/** Replies of mail servers whose words no rule knows, the newest first. */
export function Replies({ replies }: { replies: System["unmatchedReplies"] }) {
  if (replies.length === 0) {
    return (
      <Empty icon="check" title={t("system.repliesNone")}>
        <p>{t("system.repliesNoneText")}</p>
      </Empty>
    );
  }
  return (
    <div className="stack-small">
      <p className="soft">{t("system.repliesHint")}</p>
      <ol role="list" className="sheet system-log">
        {replies.map((each) => (
          <li key={`${each.code} ${each.enhanced} ${each.reply}`}>
            <span className="grow system-message">
              {each.reply}
              <span className="soft small system-source">
                {[each.code, each.enhanced].filter(Boolean).join(" ")} ·{" "}
                {t("system.repliesCount", { count: each.count, number: formatNumber(each.count) })}
              </span>
            </span>
            <span className="soft small">
              <Time at={each.lastAt} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
