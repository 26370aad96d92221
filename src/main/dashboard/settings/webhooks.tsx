import { useState } from "react";
import { useAnswer, useChange } from "../base/data.ts";
import { formatDayAndTime } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { Note } from "../kit/failure.tsx";
import { Loaded } from "../kit/states.tsx";
import { showToast } from "../kit/toast.tsx";
import { useHasRole } from "../app/session.tsx";
import { SettingsPage } from "./frame.tsx";
import { Secret } from "./secret.tsx";

/** The secret by which receivers know that a call of a workflow is ours. */
export default function Webhooks() {
  return (
    <SettingsPage part="webhooks" about={t("settings.hook.about")}>
      <SigningSecret />
    </SettingsPage>
  );
}

function SigningSecret() {
  const [isOpen, setOpen] = useState(false);
  const secret = useAnswer("/webhooks/secret", undefined, { enabled: useHasRole("ADMIN"), topics: ["project"] });
  const rotate = useChange("post", "/webhooks/secret/rotate", {
    refreshes: ["/webhooks/secret"],
    onDone: () => {
      setOpen(false);
      showToast(t("settings.hook.rotated"));
    },
  });
  return (
    <section className="sheet stack" aria-labelledby="secret">
      <div className="spread">
        <h2 id="secret">{t("settings.hook.secret")}</h2>
        <Button icon="refresh" onPress={() => setOpen(true)}>{t("settings.hook.rotate")}</Button>
      </div>
      <Loaded query={secret} lines={2}>
        {({ data }) => (
          <>
            <Secret key={data.secret} label={t("settings.hook.secret")} value={data.secret} />
            {data.previousValidUntil && (
              <Note tone="info">
                {t("settings.hook.previous")} {formatDayAndTime(data.previousValidUntil)}
              </Note>
            )}
          </>
        )}
      </Loaded>
      <p className="soft">{t("settings.hook.how")}</p>
      <p>
        <code>webhook-id</code> · <code>webhook-timestamp</code> · <code>webhook-signature</code>
      </p>
      <Confirm
        title={t("settings.hook.rotate")}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action={t("settings.hook.rotate")}
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({})}
      >
        <p>{t("settings.hook.rotateText")}</p>
      </Confirm>
    </section>
  );
}
