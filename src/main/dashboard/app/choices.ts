import { currentPath, go, href } from "../base/address.ts";
import { usePageExists, useProject, useRouter } from "../base/project.ts";
import { setTheme } from "../base/theme.ts";
import { t } from "../base/words.ts";
import { copyText } from "../kit/copy.tsx";
import type { IconName } from "../kit/icon-names.ts";
import { showToast } from "../kit/toast.tsx";
import type { Choice } from "./search-results.ts";
import type { Route } from "./routes.ts";
import { recentPages } from "./recent.ts";
import { useSession } from "./session.tsx";
import { signOut } from "./sign-out.ts";
import { sendTestEmail } from "./test-email.ts";

/** Lists the choices of the palette that need no request: recent pages, pages, projects, actions. */
export function useChoices(routes: Route[], withRecent: boolean): Choice[] {
  const { open } = useRouter();
  const { user, projects } = useSession();
  const project = useProject();
  const exists = usePageExists();
  const page = (route: Route): Choice => ({
    id: route.pattern,
    kind: t("shell.kind.page"),
    label: t(route.page.title),
    icon: route.page.nav!.icon,
    words: route.page.keywords ?? "",
    run: () => open((route.page.scope ?? "project") === "project" ? route.page.path : `/${route.page.path}`),
  });
  const action = (id: string, label: string, icon: IconName, run: () => void): Choice => ({
    id,
    kind: t("shell.kind.action"),
    label,
    icon,
    run,
  });
  const recent = recentPages(currentPath()).map(({ path, title }): Choice => ({
    id: `recent ${path}`,
    kind: t("shell.kind.recent"),
    label: title,
    icon: "clock",
    run: () => go(href(path)),
  }));
  const others = projects.filter((each) => each.id !== project).map((each): Choice => ({
    id: each.id,
    kind: t("shell.kind.project"),
    label: each.name,
    icon: "segment",
    run: () => go(href(`p/${each.id}`)),
  }));
  const projectChoices = project
    ? [
      ...(exists("campaigns/new")
        ? [action("campaign", t("shell.newCampaign"), "campaign", () => open("campaigns/new"))]
        : []),
      ...(exists("workflows/new")
        ? [action("workflow", t("shell.newWorkflow"), "workflow", () => open("workflows/new"))]
        : []),
      action("test", t("shell.sendTest"), "send", () => void sendTestEmail(project, user.email, () => open("domains"))),
      action(
        "copy-id",
        t("shell.copyProjectId"),
        "copy",
        () => void copyText(project).then((done) => done && showToast(t("kit.copied"))),
      ),
    ]
    : [];
  return [
    ...(withRecent ? recent : []),
    ...routes.map(page),
    ...projectChoices,
    ...others,
    action("light", t("app.theme.light"), "sun", () => setTheme("light")),
    action("dark", t("app.theme.dark"), "moon", () => setTheme("dark")),
    action("out", t("app.signOut"), "signout", () => void signOut()),
  ];
}
