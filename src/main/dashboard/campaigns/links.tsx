import { useAnswer } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";

/** The links of a campaign by clicks; nothing before the first click. */
export function TopLinks({ campaignId, clicked }: { campaignId: string; clicked: number }) {
  const query = useAnswer("/analytics/links", { query: { campaignId } }, {
    topics: [`campaign:${campaignId}`],
    enabled: clicked > 0,
  });
  const links = query.data?.links ?? [];
  if (links.length === 0) return null;
  const max = Math.max(...links.map(({ clicks }) => clicks));
  return (
    <section className="sheet stack-small" aria-labelledby="links">
      <h2 id="links">{t("campaigns.links")}</h2>
      <ul role="list" className="campaigns-links">
        {links.map(({ url, clicks }) => (
          <li key={url}>
            <span className="campaigns-link">{url}</span>
            <span className="campaigns-clicks">{formatNumber(clicks)}</span>
            <i className="campaigns-sentbar" aria-hidden="true" style={{ inlineSize: `${100 * clicks / max}%` }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
