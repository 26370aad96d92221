import { useState } from "react";
import { useAnswer } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Loaded } from "../kit/states.tsx";
import { DisableSecondFactor } from "./second-factor-off.tsx";
import { SetUpSecondFactor } from "./second-factor-setup.tsx";

/** A code of an app beside the password. */
export function SecondFactor({ passwordOf }: { passwordOf: string | undefined }) {
  const [dialog, setDialog] = useState<"on" | "off">();
  const state = useAnswer("/users/@me/second-factor");
  const close = () => setDialog(undefined);
  return (
    <section className="sheet stack-small" aria-labelledby="factor">
      <Loaded query={state} lines={2}>
        {({ data }) => (
          <>
            <div className="spread">
              <h2 id="factor" className="row-wrap">
                {t("account.factor")}
                {data.enabled && <Badge tone="good" icon="check">{t("account.factorOn")}</Badge>}
              </h2>
              {data.enabled
                ? <Button onPress={() => setDialog("off")}>{t("account.factorDisable")}</Button>
                : <Button icon="shield" onPress={() => setDialog("on")}>{t("account.factorSetUp")}</Button>}
            </div>
            <p className="soft">
              {data.enabled ? t("account.codesLeft", { count: data.recoveryCodes }) : t("account.factorText")}
            </p>
          </>
        )}
      </Loaded>
      {dialog === "on" && <SetUpSecondFactor passwordOf={passwordOf} onClose={close} />}
      {dialog === "off" && <DisableSecondFactor passwordOf={passwordOf} onClose={close} />}
    </section>
  );
}
