import { go, href } from "../base/address.ts";
import { api } from "../base/api.ts";
import { usePageExists } from "../base/project.ts";
import { setTheme, theme } from "../base/theme.ts";
import { store } from "../base/stored.ts";
import { language, LANGUAGES, t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Menu } from "../kit/menu.tsx";
import { showKeys } from "./keys.tsx";
import { useSession } from "./session.tsx";
import { signOut } from "./sign-out.ts";

/** Account, theme, language and the way out. */
export function AccountMenu() {
  const exists = usePageExists();
  const { user } = useSession();
  const themes = (["system", "light", "dark"] as const).map((each) => ({
    id: each,
    label: t(`app.theme.${each}`),
    icon: each === "light" ? "sun" as const : each === "dark" ? "moon" as const : "desktop" as const,
    isChosen: theme() === each,
    onAction: () => setTheme(each),
  }));
  const languages = Object.entries(LANGUAGES).map(([tag, name]) => ({
    id: tag,
    label: name,
    icon: "language" as const,
    isChosen: tag === language,
    onAction: () => {
      store("language", tag);
      // The account keeps it for other browsers; this one has it already.
      void api.patch("/users/@me", { body: { language: tag } }).catch(() => undefined).finally(() => location.reload());
    },
  }));
  const account = {
    id: "account",
    label: user.email,
    hint: t("app.account"),
    icon: "person" as const,
    onAction: () => go(href("account")),
  };
  return (
    <Menu
      label={t("app.account")}
      items={[
        ...(exists("/account") ? [account] : []),
        ...themes,
        ...languages,
        { id: "keys", label: t("shell.keys"), icon: "keyboard", onAction: showKeys },
        { id: "out", label: t("app.signOut"), icon: "signout", onAction: () => void signOut() },
      ]}
    >
      <Button variant="quiet" icon="person" aria-label={t("app.account")} />
    </Menu>
  );
}
