import { useEffect } from "react";
import { go, href, usePath } from "../base/address.ts";
import { setProject } from "../base/api.ts";
import { PagesContext, ProjectContext } from "../base/project.ts";
import { store, stored } from "../base/stored.ts";
import { features } from "../generated/features.ts";
import { Skeleton } from "../kit/states.tsx";
import { NotFound, PlainFrame } from "./plain-frame.tsx";
import { isPage, routeAt, routesOf } from "./routes.ts";
import { PageView } from "./page-view.tsx";
import { useSession } from "./session.tsx";
import { Shell } from "./shell.tsx";

const routes = routesOf(features);
const exists = (to: string) => isPage(routes, to);

/** All pages of a signed-in user: the project and the page that the address names, in the shell. */
export function SignedInApp() {
  const { projects } = useSession();
  const path = usePath();
  const found = routeAt(routes, path);
  const named = found?.params.project;
  const project = named ?? preferred(projects.map((each) => each.id));
  setProject(project);
  useEffect(() => {
    if (named) store("project", named);
  }, [named]);
  useEffect(() => {
    if (path === "") go(href(project ? `p/${project}` : "new-project"), { replace: true });
  }, [path, project]);
  if (path === "") {
    return (
      <PlainFrame>
        <Skeleton />
      </PlainFrame>
    );
  }
  return (
    <PagesContext value={exists}>
      <ProjectContext value={project}>
        <Shell routes={routes} current={found?.route}>
          {found
            ? <PageView key={`${project} ${found.route.pattern} ${Object.values(found.params).join(" ")}`} {...found} />
            : <NotFound />}
        </Shell>
      </ProjectContext>
    </PagesContext>
  );
}

/** The project shown last in this browser, if it is still one of the user's; the first otherwise. */
function preferred(ids: string[]): string | undefined {
  const last = stored("project");
  return ids.find((id) => id === last) ?? ids[0];
}
