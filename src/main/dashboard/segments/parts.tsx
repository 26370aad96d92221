import { t } from "../base/words.ts";
import { fieldWord, type Names, operatorWord, valueWord } from "../conditions/sentence.ts";
import { Icon } from "../kit/icon.tsx";
import type { Part } from "./api.ts";

/** A part of an explanation: whether it held, and what was found. */
export function PartLine({ part, names }: { part: Part; names: Names }) {
  const icon = (
    <span className={part.held ? "segments-held" : "segments-failed"}>
      <Icon name={part.held ? "check" : "close"} size={14} />
      <span className="unseen">{t(part.held ? "segments.holds" : "segments.fails")}</span>
    </span>
  );
  if ("conditions" in part) {
    return (
      <div className="segments-part">
        <p className="row">{icon} {t(part.operator === "AND" ? "conditions.all" : "conditions.any")}</p>
        <ul role="list" className="segments-parts">
          {part.conditions.map((each, at) => (
            <li key={at}>
              <PartLine part={each} names={names} />
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const { field, operator } = part;
  const found = part.found === null || part.found === undefined ? t("segments.nothing") : foundText(part.found);
  return (
    <div className="row segments-condition">
      {icon}
      <span className="grow">
        {fieldWord(field, names)} {operatorWord(operator)} {valueWord(part)}{" "}
        <span className="soft">· {t("segments.foundValue", { found })}</span>
      </span>
    </div>
  );
}

const foundText = (found: unknown) =>
  typeof found === "boolean" ? t(found ? "conditions.yes" : "conditions.no") : String(found);
