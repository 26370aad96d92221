/** Tells password managers whose password a form asks for; nobody sees it, and forms of ours do not send it. */
export function Username({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
