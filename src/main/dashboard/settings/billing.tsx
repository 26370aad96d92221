import { useHasRole } from "../app/session.tsx";
import { useQueryState } from "../base/address.ts";
import { useAnswer, useChange } from "../base/data.ts";
import { formatNumber } from "../base/format.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { Loaded } from "../kit/states.tsx";
import { useCurrentProject } from "../app/session.tsx";
import { CATEGORIES, type Category, type Quota } from "./api.ts";
import { BillingLimits } from "./billing-limits.tsx";
import { SettingsPage, useBilling } from "./frame.tsx";
import { Invoices } from "./invoices.tsx";

/** Usage of the month against the limits, invoices, and the way to the payment provider. */
export default function Billing() {
  const bills = useBilling();
  return (
    <SettingsPage part="billing">
      {bills ? <Parts /> : <p className="sheet">{t("settings.bill.off")}</p>}
    </SettingsPage>
  );
}

function Parts() {
  const id = useProject() ?? "";
  const isAdmin = useHasRole("ADMIN");
  const [{ success }] = useQueryState();
  const customer = useCurrentProject()?.customer;
  const limits = useAnswer("/users/@me/projects/{id}/billing-limits", { path: { id } }, { topics: ["project"] });
  return (
    <>
      {success && <Note tone="good">{t("settings.bill.success")}</Note>}
      {isAdmin && <Provider isCustomer={Boolean(customer)} />}
      <Loaded query={limits} lines={6}>
        {(answer) => (
          <>
            <section className="sheet" aria-labelledby="usage">
              <h2 id="usage">{t("settings.bill.usage")}</h2>
              {CATEGORIES.map((name) => <Usage key={name} name={name} quota={answer[name]} />)}
            </section>
            {isAdmin && customer && <BillingLimits id={id} limits={answer} />}
          </>
        )}
      </Loaded>
      {customer && <Invoices id={id} />}
    </>
  );
}

function Usage({ name, quota }: { name: Category; quota: Quota }) {
  const levelClass = quota.isBlocked ? " settings-gauge-bad" : quota.isWarning ? " settings-gauge-watch" : "";
  return (
    <div className="settings-line">
      <div className="grow stack-small">
        <p className="spread">
          <b>{t(`settings.bill.${name}`)}</b>
          <span>
            {quota.limit === null
              ? formatNumber(quota.usage)
              : t("settings.bill.of", { usage: quota.usage, limit: quota.limit })}
          </span>
        </p>
        {quota.limit !== null && (
          <div className="settings-gauge" aria-hidden="true">
            <span
              className={`settings-gauge-fill${levelClass}`}
              style={{ width: `${Math.min(100, quota.percentage)}%` }}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function Provider({ isCustomer }: { isCustomer: boolean }) {
  const id = useProject() ?? "";
  const redirect = { refreshes: ["/nothing"], onDone: (answer: { url: string }) => location.assign(answer.url) };
  const checkout = useChange("post", "/users/@me/projects/{id}/checkout", redirect);
  const portal = useChange("post", "/users/@me/projects/{id}/billing-portal", redirect);
  const error = checkout.error ?? portal.error;
  return (
    <section className="sheet stack">
      <div className="row-wrap">
        <p className="settings-beside">
          {isCustomer ? t("settings.bill.portalText") : t("settings.bill.checkoutText")}
        </p>
        {isCustomer
          ? (
            <Button
              icon="external"
              isPending={portal.isPending}
              onPress={() => portal.mutate({ path: { id } })}
            >
              {t("settings.bill.portal")}
            </Button>
          )
          : (
            <Button
              variant="main"
              icon="external"
              isPending={checkout.isPending}
              onPress={() => checkout.mutate({ path: { id } })}
            >
              {t("settings.bill.checkout")}
            </Button>
          )}
      </div>
      {error && <FailureNote error={error} />}
    </section>
  );
}
