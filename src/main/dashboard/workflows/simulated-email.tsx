import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../base/api.ts";
import { PREVIEW } from "../base/preview.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { EmailFrame } from "../kit/email-frame.tsx";
import { Loaded } from "../kit/states.tsx";

/** An email that would have been sent: as text, and as it will look once somebody asks for it. */
export function SimulatedEmailContent(
  { subject, html, text }: { subject: string; html: string | null; text: string | null },
) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      {isShown && html
        ? <Rendered subject={subject} html={html} />
        : text && <pre className="workflows-effect-text" tabIndex={0} aria-label={subject}>{text}</pre>}
      {html && (
        <Button variant="quiet" icon={isShown ? "list" : "eye"} onPress={() => setShown(!isShown)}>
          {t(isShown ? "workflows.sim.asText" : "workflows.sim.asEmail")}
        </Button>
      )}
    </>
  );
}

/** The server keeps the page of the email for some minutes, with a policy of its own. */
function Rendered({ subject, html }: { subject: string; html: string }) {
  const project = useProject();
  const preview = useQuery({
    queryKey: ["/previews", project, subject, html],
    queryFn: ({ signal }) => api.post("/previews", { body: { subject, body: html, type: "TRANSACTIONAL" }, signal }),
    ...PREVIEW,
  });
  return (
    <Loaded query={preview} lines={4}>
      {({ id }) => <EmailFrame title={subject} path={`/previews/${id}`} height={320} />}
    </Loaded>
  );
}
