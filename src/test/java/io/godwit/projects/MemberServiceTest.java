package io.godwit.projects;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People in a project: invited, changed, removed, leaving, handing over, and what is written down of it. */
@GodwitServer
class MemberServiceTest {

    private static final String INVITED = "You are invited to a project";

    private static TestServer server;
    private static CaughtMessages mails;
    private static int number;

    private BrowserUser owner;
    private String project;

    @BeforeAll
    static void start() {
        mails = new CaughtMessages(server);
    }

    @BeforeEach
    void found() {
        owner = contact("owner");
        project = new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", "A & B <shop>"))
                        .body())
                .getString("id");
    }

    @Test
    void anInvitationThatCouldNotBeWrittenMayBeTriedAgain() {
        server.database().query("ALTER TABLE invitations ADD CONSTRAINT refused CHECK (role = 'NONE') NOT VALID");
        try {
            assertThat(bring(owner, "again@example.com", "MEMBER").statusCode()).isGreaterThanOrEqualTo(400);
        } finally {
            server.database().query("ALTER TABLE invitations DROP CONSTRAINT refused");
        }

        assertThat(bring(owner, "again@example.com", "MEMBER").statusCode()).isEqualTo(200);
    }

    @Test
    void whoHasAnAccountIsAMemberOnlyAfterAClick() {
        var friend = contact("friend");
        var stranger = contact("stranger");

        var answer = bring(owner, friend.email().toUpperCase(java.util.Locale.ROOT), "ADMIN");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var data = new JsonObject(answer.body()).getJsonObject("data");
        assertThat(data.getValue("userId")).isNull();
        assertThat(data.getString("status")).isEqualTo("INVITED");
        assertThat(data.getString("role")).isEqualTo("ADMIN");
        assertFailure(friend.get(path("/members")), 404, "RESOURCE_NOT_FOUND");
        var offered = offered(friend);
        assertThat(offered).extracting(one -> one.getString("projectId")).containsExactly(project);
        var accept = "/users/@me/invitations/" + offered.get(0).getString("id") + "/accept";
        assertFailure(stranger.post(accept, new JsonObject()), 404, "RESOURCE_NOT_FOUND");
        assertThat(friend.post(accept, new JsonObject()).statusCode()).isEqualTo(200);
        assertThat(offered(friend)).isEmpty();
        assertThat(members(friend))
                .extracting(member -> member.getString("role"))
                .containsExactly("OWNER", "ADMIN");
        assertThat(members(friend).get(0).fieldNames())
                .containsExactlyInAnyOrder("userId", "email", "role", "createdAt");
        assertFailure(bring(owner, friend.email(), "MEMBER"), 409, "CONFLICT");
    }

    @Test
    void theLinkOfTheMailMakesWhoHasAnAccountAMember() {
        var friend = contact("friend");
        bring(owner, friend.email(), "MEMBER");

        var answer = accept(mails.token(friend.email(), INVITED), null);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(BrowserUser.setCookie(answer)).isEmpty();
        assertThat(members(friend)).hasSize(2);
    }

    @Test
    void anInvitationIsDeclined() {
        var friend = contact("friend");
        bring(owner, friend.email(), "MEMBER");
        var id = offered(friend).get(0).getString("id");

        assertThat(friend.call("DELETE", "/users/@me/invitations/" + id, "").statusCode())
                .isEqualTo(200);

        assertThat(offered(friend)).isEmpty();
        assertFailure(friend.get(path("/members")), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void theAnswerDoesNotTellWhetherAnAddressHasAnAccount() {
        var known = contact("known");

        var one = new JsonObject(bring(owner, known.email(), "MEMBER").body()).getJsonObject("data");
        var other = new JsonObject(bring(owner, "unknown" + ++number + "@example.com", "MEMBER")
                        .body())
                .getJsonObject("data");

        assertThat(one.copy().putNull("email")).isEqualTo(other.copy().putNull("email"));
    }

    @Test
    void anAddressIsWrittenToOnceADayWhoeverInvitesIt() {
        var email = "often" + ++number + "@example.com";
        bring(owner, email, "MEMBER");
        var token = mails.token(email, INVITED);
        var other = contact("other");
        var another = new JsonObject(other.post("/users/@me/projects", new JsonObject().put("name", "Other"))
                        .body())
                .getString("id");

        var again = bring(owner, email, "ADMIN");
        var elsewhere = other.post("/projects/" + another + "/members", new JsonObject().put("email", email));

        assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
        assertFailure(elsewhere, 429, "RATE_LIMIT_EXCEEDED");
        assertThat(new JsonObject(accept(token, "a password").body())
                        .getJsonObject("data")
                        .getString("role"))
                .isEqualTo("ADMIN");
        assertThat(mails.to(email, INVITED)).hasSize(1);
    }

    @Test
    void oneUserInvitesTwentyPeopleAnHourOverAllProjects() {
        var second = new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", "Second"))
                        .body())
                .getString("id");
        var answers = IntStream.range(0, 21)
                .mapToObj(each -> owner.post(
                        "/projects/" + (each % 2 == 0 ? project : second) + "/members",
                        new JsonObject().put("email", "crowd" + ++number + "@example.com")))
                .map(HttpResponse::statusCode)
                .toList();

        assertThat(answers.subList(0, 20)).containsOnly(200);
        assertThat(answers.get(20)).isEqualTo(429);
        assertThat(bring(contact("owner"), "x" + ++number + "@example.com", "MEMBER")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aDisabledProjectOfSomebodyElseKeepsNobodyFromMakingOne() {
        var victim = contact("victim");
        bring(owner, victim.email(), "MEMBER");
        victim.acceptInvitations();
        server.database().query("UPDATE projects SET disabled = true WHERE id = ?::uuid", project);

        var mine = victim.post("/users/@me/projects", new JsonObject().put("name", "Mine"));

        assertThat(mine.statusCode()).as(mine.body()).isEqualTo(201);
        assertFailure(owner.post("/users/@me/projects", new JsonObject().put("name", "More")), 403, "PROJECT_DISABLED");
    }

    @Test
    void aPageOfAnotherSiteAcceptsNoInvitation() {
        var email = "csrf" + ++number + "@example.com";
        bring(owner, email, "MEMBER");
        var token = mails.token(email, INVITED);

        var answer = server.call(
                "POST",
                "/auth/forms/accept-invitation",
                "",
                "token=" + token + "&password=some+password",
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Origin",
                "https://evil.example",
                "Sec-Fetch-Site",
                "cross-site");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(BrowserUser.setCookie(answer)).isEmpty();
        assertThat(accept(token, "a password").statusCode()).isEqualTo(200);
    }

    @Test
    void whoHasNoneIsWrittenToAndJoinsByTheLinkOnce() {
        var email = "new" + ++number + "@example.com";

        var invited = bring(owner, email, "MEMBER");

        assertThat(new JsonObject(invited.body()).getJsonObject("data").getString("status"))
                .isEqualTo("INVITED");
        var token = mails.token(email, INVITED);
        assertThat(mails.to(email, INVITED).get(0).getString("html")).contains("A &amp; B &lt;shop&gt;");
        assertFailure(accept(token, null), 422, "VALIDATION_ERROR");
        var answers = IntStream.range(0, 8)
                .mapToObj(ignored -> CompletableFuture.supplyAsync(() -> accept(token, "a password")))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        assertThat(answers)
                .extracting(HttpResponse::statusCode)
                .containsOnly(200, 400)
                .containsOnlyOnce(200);
        var person = new BrowserUser(server, email, "a password");
        answers.stream().filter(answer -> answer.statusCode() == 200).forEach(person::keeping);
        assertThat(members(person)).hasSize(2);
        assertThat(new JsonObject(person.get("/users/@me").body()).getBoolean("emailVerified"))
                .isTrue();
        assertThat(person.signIn().body()).contains("\"success\":true");
    }

    @Test
    void anInvitationCanBeWithdrawn() {
        var email = "withdrawn" + ++number + "@example.com";
        bring(owner, email, "MEMBER");
        var token = mails.token(email, INVITED);
        var listed = new JsonObject(owner.get(path("/invitations")).body()).getJsonArray("data");

        var answer = owner.call(
                "DELETE", path("/invitations/") + listed.getJsonObject(0).getString("id"), "");

        assertThat(listed.getJsonObject(0).getString("email")).isEqualTo(email);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertFailure(accept(token, "a password"), 400, "BAD_REQUEST");
        assertThat(server.database()
                        .query("SELECT encode(hash, 'escape') AS hash FROM invitations")
                        .toString())
                .doesNotContain(token);
    }

    @Test
    void theOwnerStaysTheOwner() {
        var admin = contact("admin");
        join(admin, "ADMIN");

        assertFailure(bring(admin, "x@example.com", "OWNER"), 422, "VALIDATION_ERROR");
        for (var one : List.of(owner, admin)) {
            assertFailure(setRole(one, owner, "MEMBER"), 403, "FORBIDDEN");
            assertFailure(remove(one, owner), 403, "FORBIDDEN");
        }
        assertFailure(setRole(admin, admin, "MEMBER"), 403, "FORBIDDEN");
        assertFailure(remove(admin, admin), 403, "FORBIDDEN");
        assertFailure(setRole(owner, admin, "OWNER"), 422, "VALIDATION_ERROR");
        assertFailure(owner.post(path("/leave"), new JsonObject()), 409, "CONFLICT");
        assertThat(members(owner))
                .extracting(member -> member.getString("role"))
                .containsExactly("OWNER", "ADMIN");
    }

    @Test
    void aRoleAndARemovalHoldWithTheNextRequest() {
        var member = contact("member");
        join(member, "MEMBER");
        assertFailure(member.get(path("/keys")), 403, "FORBIDDEN");
        assertThat(member.get(path("/keys")).body())
                .contains(
                        "Only an administrator or the owner of the project may do this", "\"requiredRole\":\"ADMIN\"");

        var promoted = setRole(owner, member, "ADMIN");

        assertThat(promoted.statusCode()).isEqualTo(200);
        assertThat(member.get(path("/keys")).statusCode()).isEqualTo(200);
        assertThat(remove(owner, member).statusCode()).isEqualTo(200);
        assertFailure(member.get(path("/members")), 404, "RESOURCE_NOT_FOUND");
        assertFailure(remove(owner, member), 404, "RESOURCE_NOT_FOUND");
    }

    @Test
    void aMemberLeaves() {
        var member = contact("leaver");
        join(member, "MEMBER");

        var answer = member.post(path("/leave"), new JsonObject());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertFailure(member.get(path("/members")), 404, "RESOURCE_NOT_FOUND");
        assertThat(member.call("DELETE", "/users/@me", "").statusCode()).isEqualTo(200);
    }

    @Test
    void aProjectIsHandedOverOnce() {
        var first = contact("heir");
        var second = contact("heir");
        join(first, "MEMBER");
        join(second, "MEMBER");

        var answers = List.of(first, second).stream()
                .map(newOwner -> CompletableFuture.supplyAsync(
                        () -> owner.post(path("/transfer"), new JsonObject().put("userId", newOwner.id()))))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();

        assertThat(answers).extracting(HttpResponse::statusCode).containsExactlyInAnyOrder(200, 403);
        assertThat(members(owner).stream()
                        .filter(member -> member.getString("role").equals("OWNER")))
                .singleElement()
                .satisfies(member -> assertThat(member.getString("email")).isNotEqualTo(owner.email()));
        assertThat(owner.post(path("/leave"), new JsonObject()).statusCode()).isEqualTo(200);
    }

    @Test
    void whoReplacesTheKeysAMomentAfterSomebodyElseIsToldSoAndStaysSignedIn() {
        var path = "/users/@me/projects/" + project + "/regenerate-keys";

        var answers = IntStream.range(0, 8)
                .mapToObj(ignored -> CompletableFuture.supplyAsync(() -> owner.post(path, new JsonObject())))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();

        assertThat(answers).extracting(HttpResponse::statusCode).contains(200).isSubsetOf(200, 409);
        answers.stream()
                .filter(answer -> answer.statusCode() == 409)
                .forEach(answer -> assertFailure(answer, 409, "CONFLICT"));
    }

    @Test
    void whatIsDoneIsWrittenDown() {
        var member = contact("audited");
        join(member, "MEMBER");
        setRole(owner, member, "ADMIN");
        remove(owner, member);
        owner.post("/users/@me/projects/" + project + "/regenerate-keys", new JsonObject());

        var page = new JsonObject(owner.get(path("/audit?limit=2")).body());
        var rest = new JsonObject(
                owner.get(path("/audit?cursor=" + page.getString("cursor"))).body());

        assertThat(page.getLong("total")).isEqualTo(6);
        assertThat(actions(page)).containsExactly("keys.rotated", "member.removed");
        assertThat(actions(rest))
                .containsExactly("member.changed", "member.joined", "member.invited", "project.created");
        var entry = rest.getJsonArray("data").getJsonObject(2);
        assertThat(entry.getString("userEmail")).isEqualTo(owner.email());
        assertThat(entry.getJsonObject("details").getString("member")).isEqualTo(member.email());
    }

    private static List<String> actions(JsonObject page) {
        return page.getJsonArray("data").stream()
                .map(entry -> ((JsonObject) entry).getString("action"))
                .toList();
    }

    private BrowserUser contact(String name) {
        return BrowserUser.signedUp(server, name + ++number + "@example.com");
    }

    private HttpResponse<String> bring(BrowserUser by, String email, String role) {
        return by.post(path("/members"), new JsonObject().put("email", email).put("role", role));
    }

    /** Invites a person, who accepts. */
    private void join(BrowserUser whom, String role) {
        assertThat(bring(owner, whom.email(), role).statusCode()).isEqualTo(200);
        whom.acceptInvitations();
    }

    private static List<JsonObject> offered(BrowserUser whom) {
        return new JsonObject(whom.get("/users/@me/invitations").body())
                .getJsonArray("data").stream().map(JsonObject.class::cast).toList();
    }

    private HttpResponse<String> setRole(BrowserUser by, BrowserUser whom, String role) {
        var body = new JsonObject().put("role", role);
        return by.call("PATCH", path("/members/") + whom.id(), body.encode());
    }

    private HttpResponse<String> remove(BrowserUser by, BrowserUser whom) {
        return by.call("DELETE", path("/members/") + whom.id(), "");
    }

    private static HttpResponse<String> accept(String token, String password) {
        return server.post(
                "/auth/accept-invitation",
                "",
                new JsonObject().put("token", token).put("password", password));
    }

    private List<JsonObject> members(BrowserUser as) {
        JsonArray data = new JsonObject(as.get(path("/members")).body()).getJsonArray("data");
        return data.stream().map(JsonObject.class::cast).toList();
    }

    private String path(String more) {
        return "/projects/" + project + more;
    }
}
