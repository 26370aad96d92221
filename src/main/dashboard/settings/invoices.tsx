import { useAnswer } from "../base/data.ts";
import { formatDay } from "../base/format.ts";
import { language, t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Loaded } from "../kit/states.tsx";

/** An amount in the currency's smallest unit, as the reader writes it. */
function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

export function Invoices({ id }: { id: string }) {
  const invoices = useAnswer("/users/@me/projects/{id}/billing-invoices", { path: { id } });
  return (
    <section className="sheet" aria-labelledby="invoices">
      <h2 id="invoices">{t("settings.bill.invoices")}</h2>
      <Loaded query={invoices} lines={3}>
        {(answer) => {
          const all = answer.invoices;
          return all.length === 0 ? <p className="soft">{t("settings.bill.noInvoices")}</p> : (
            <ul role="list">
              {all.map((each) => (
                <li key={each.id} className="settings-line">
                  <span className="grow">
                    {each.hostedInvoiceUrl
                      ? <a href={each.hostedInvoiceUrl} rel="noreferrer">{each.number ?? each.id}</a>
                      : each.number ?? each.id} <span className="soft">{each.created && formatDay(each.created)}</span>
                  </span>
                  <Badge tone={each.paid ? "good" : "watch"}>
                    {each.paid ? t("settings.bill.paid") : t("settings.bill.unpaid")}
                  </Badge>
                  <span>{each.total === null || each.currency === null ? "–" : money(each.total, each.currency)}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
