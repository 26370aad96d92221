import { t } from "../base/words.ts";
import { translate } from "../kit/server-words.ts";
import type { RowError } from "./api.ts";

const SHOWN = 100;

/**
 * The rows of a file that cannot be used, with the reason.
 *
 * @param count all of them, of which the first are known
 */
export function RowErrors({ errors, count }: { errors: RowError[]; count: number }) {
  if (errors.length === 0) return null;
  return (
    <section className="sheet stack-small" aria-labelledby="errors">
      <h2 id="errors">{t("contacts.errorsTitle")}</h2>
      <ul role="list" className="contacts-errors">
        {errors.slice(0, SHOWN).map((error, at) => (
          <li key={at}>
            <span className="soft">{t("contacts.row", { row: error.row ?? error.line ?? "?" })}</span>
            <span className="truncated">{error.email || "–"}</span>
            <span>{translate(error.error ?? error.message ?? "")}</span>
          </li>
        ))}
      </ul>
      {count > SHOWN && <p className="soft small">{t("contacts.moreErrors", { count: count - SHOWN })}</p>}
    </section>
  );
}
