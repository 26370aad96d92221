import { useAnswer } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Empty, Loaded } from "../kit/states.tsx";
import { useMachines } from "./machines.ts";
import { usePeriod } from "./use-period.ts";

const SHOWN = 50;

/** The links of all emails by the clicks of the period. */
export function Links() {
  const { query } = usePeriod();
  const [machines] = useMachines();
  const found = useAnswer("/analytics/links", { query: query }, { topics: ["activity"] });
  return (
    <Loaded query={found} lines={8}>
      {({ links: all }) => {
        const links = all.filter((link) => machines || link.clicks > 0).slice(0, SHOWN);
        const max = Math.max(...links.map(({ clicks }) => clicks), 1);
        return links.length === 0
          ? (
            <Empty icon="click" title={t("analytics.linksEmpty")}>
              <p>{t("analytics.linksEmptyText")}</p>
            </Empty>
          )
          : (
            <div className="sheet">
              <table className="analytics-table analytics-links">
                <thead>
                  <tr>
                    <th scope="col">{t("analytics.link")}</th>
                    <th scope="col">{t("analytics.clicks")}</th>
                    <th scope="col">{t("analytics.clickers")}</th>
                    {machines && <th scope="col">{t("analytics.count.machineClicks")}</th>}
                  </tr>
                </thead>
                <tbody>
                  {links.map(({ url, clicks, uniqueClickers, machineClicks }) => (
                    <tr key={url}>
                      <th scope="row">
                        {url}
                        <i aria-hidden="true" style={{ inlineSize: `${100 * clicks / max}%` }} />
                      </th>
                      <td>{formatNumber(clicks)}</td>
                      <td>{formatNumber(uniqueClickers)}</td>
                      {machines && <td>{formatNumber(machineClicks)}</td>}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          );
      }}
    </Loaded>
  );
}
