import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { showToast } from "../kit/toast.tsx";

/** Tracks one event by hand, as a program would. */
export function TrackDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const track = useChange("post", "/events/track", {
    refreshes: ["/events"],
    onDone: () => {
      showToast(t("events.tracked"));
      onClose();
    },
  });
  const submit = (values: Record<string, string>) =>
    track.mutate({
      body: { email: values.email ?? "", event: values.event ?? "", data: parsed(values.data ?? "") },
    });
  return (
    <Dialog title={t("events.track")} isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={submit} error={track.error}>
        <p className="soft">{t("events.trackText")}</p>
        <Field name="email" type="email" label={t("events.email")} isRequired autoFocus />
        <Field name="event" label={t("events.name")} isRequired />
        <Field
          name="data"
          label={t("events.dataField")}
          hint={t("events.dataHint")}
          defaultValue="{}"
          lines={5}
          mono
          validate={(text) => (parsed(text) ? null : t("events.badData"))}
        />
        <div className="dialog-actions">
          <Button onPress={onClose}>{t("kit.cancel")}</Button>
          <Button type="submit" variant="main" isPending={track.isPending}>{t("events.trackNow")}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The JSON object in a text; an empty text is an empty object. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || "{}");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? value as Record<string, unknown> : undefined;
  } catch {
    return undefined;
  }
}
