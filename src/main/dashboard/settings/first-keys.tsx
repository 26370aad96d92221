import { useState } from "react";
import type { Project } from "../app/session.tsx";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/form/button.tsx";
import { Confirm } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import { Time } from "../kit/time.tsx";
import { type ApiKey, scopeWord } from "./api.ts";
import { Secret } from "./secret.tsx";

/** The pair every project has: one for pages that track, one that may do everything. */
export function FirstKeys({ project, keys }: { project: Project; keys: ApiKey[] }) {
  const [isOpen, setOpen] = useState(false);
  const used = (scope: string) => keys.find((key) => key.scope === scope)?.lastUsedAt;
  const rotate = useChange("post", "/users/@me/projects/{id}/regenerate-keys", {
    onDone: () => {
      setOpen(false);
      showToast(t("settings.key.rotated"));
    },
  });
  return (
    <section className="sheet stack" aria-labelledby="first-keys">
      <div className="spread">
        <h2 id="first-keys">{t("settings.key.first")}</h2>
        <Button variant="plain" icon="refresh" onPress={() => setOpen(true)}>{t("settings.key.rotate")}</Button>
      </div>
      {project.public && (
        <Line label={t("settings.key.public")} hint={t("settings.scope.track.hint")} scope="track" at={used("track")}>
          <Secret label={t("settings.key.public")} value={project.public} open />
        </Line>
      )}
      {project.secret && (
        <Line label={t("settings.key.secret")} hint={t("settings.scope.full.hint")} scope="full" at={used("full")}>
          <Secret label={t("settings.key.secret")} value={project.secret} />
        </Line>
      )}
      <Confirm
        title={t("settings.key.rotateTitle")}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action={t("settings.key.rotate")}
        isDanger
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({ path: { id: project.id } })}
      >
        <p>{t("settings.key.rotateText")}</p>
      </Confirm>
    </section>
  );
}

interface LineProps {
  label: string;
  hint: string;
  scope: string;
  at: string | null | undefined;
  children: React.ReactNode;
}

function Line({ label, hint, scope, at, children }: LineProps) {
  return (
    <div className="stack-small">
      <p className="row-wrap">
        <b>{label}</b> <Badge>{scopeWord(scope)}</Badge>
        <span className="soft small">
          {at
            ? (
              <>
                {t("settings.key.used")} <Time at={at} />
              </>
            )
            : t("settings.key.never")}
        </span>
      </p>
      {children}
      <p className="hint">{hint}</p>
    </div>
  );
}
