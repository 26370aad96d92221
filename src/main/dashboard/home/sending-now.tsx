import { useAnswer } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Status } from "../kit/badge.tsx";

interface Campaign {
  id: string;
  name: string;
  status: string;
  audienceSize?: number;
}

/** Campaigns on their way at this moment; nothing when there is none. */
export function SendingNow() {
  const campaigns = useAnswer("/campaigns", { query: { status: "SENDING", pageSize: 5, view: "list" } }, {
    topics: ["campaign"],
  });
  const sending: Campaign[] = campaigns.data?.data ?? [];
  if (sending.length === 0) return null;
  return (
    <section className="sheet stack-small">
      <h2>{t("home.sending.title")}</h2>
      <ul role="list" className="home-feed">
        {sending.map((each) => (
          <li key={each.id}>
            <Status value={each.status} />
            <Link to={`campaigns/${each.id}`} className="grow truncated">{each.name}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
