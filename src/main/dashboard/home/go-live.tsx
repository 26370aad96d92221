import { useFacts } from "../app/session.tsx";
import { useAnswer } from "../base/data.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";

/** Lists the settings that are missing before this machine can send emails to others. */
export function GoLive() {
  const project = useProject();
  const { catchesEmails } = useFacts();
  const domains = useAnswer("/domains/project/{projectId}", { path: { projectId: project ?? "" } }, {
    enabled: Boolean(project),
    topics: ["domain"],
  });
  const isDemo = (domain: string) =>
    /(^|\.)(example|test|localhost|invalid|local)$|example\.(com|net|org)$/.test(domain);
  const verified = (domains.data ?? []).some((each) => each.verified && !isDemo(each.domain));
  const isPublic = !/^(localhost|127\.|\[::1\])/.test(location.hostname);
  const lines: [string, boolean][] = [
    [t("home.live.domain"), verified],
    [t("home.live.server"), !catchesEmails],
    [t("home.live.address"), isPublic],
  ];
  return (
    <section className="sheet stack-small">
      <h2>{t("home.live.title")}</h2>
      <ul role="list" className="home-checks">
        {lines.map(([words, done]) => (
          <li key={words} className="spread">
            {words}
            <Badge tone={done ? "good" : "plain"} icon={done ? "check" : "clock"}>
              {done ? t("home.live.done") : t("home.live.missing")}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
