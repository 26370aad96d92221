import { t } from "../base/words.ts";
import { Icon, type IconName } from "./icon.tsx";
import { STATUSES, type Tone } from "./statuses.ts";

/** A status of the API as a word with colour and symbol; one that is not in the table is shown as it came. */
export function Status({ value }: { value: string }) {
  const known = STATUSES[value];
  return known ? <Badge tone={known.tone} icon={known.icon}>{t(known.key)}</Badge> : <Badge>{statusWord(value)}</Badge>;
}

/** The word of a status as a text. */
export const statusWord = (value: string) => STATUSES[value] ? t(STATUSES[value].key) : value.toLowerCase();

/** A short word with a meaning; the colour never says it alone. */
export function Badge({ tone = "plain", icon, children }: { tone?: Tone; icon?: IconName; children: React.ReactNode }) {
  return (
    <span className={`badge badge-${tone}`}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
