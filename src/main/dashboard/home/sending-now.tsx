import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";
import { useCurrent } from "./current.ts";

/** Campaigns on their way at this moment; nothing when there is none. */
export function SendingNow() {
  const sending = useCurrent().data?.sending ?? [];
  if (sending.length === 0) return null;
  return (
    <section className="sheet stack-small">
      <h2>{t("home.sending.title")}</h2>
      <ul role="list" className="home-feed">
        {sending.map((each) => (
          <li key={each.id}>
            <Status value="SENDING" />
            <Link to={`campaigns/${each.id}`} className="grow truncated">{each.name}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
