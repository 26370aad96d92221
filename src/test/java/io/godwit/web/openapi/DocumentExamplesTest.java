package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.godwit.kit.ApiClient;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ApiContract;
import io.godwit.kit.workflows.WorkflowApi;
import io.godwit.uploads.SampleImages;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Sends each example of the OpenAPI document to a server, which gives the answer the document promises. */
@GodwitServer
class DocumentExamplesTest {

    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

    /** The operations that cannot be done here with an example alone, with the reason. */
    private static final Map<String, String> NOT_SENT = Map.ofEntries(
            Map.entry("signInFirst", "The link of the console is spent; FirstStartTest follows it"),
            Map.entry("verifyEmail", "Needs the token of an email, as PasswordTest takes it"),
            Map.entry("submitVerifyPage", "Needs the token of an email"),
            Map.entry("resetPassword", "Needs the token of an email"),
            Map.entry("submitResetPage", "Needs the token of an email"),
            Map.entry("acceptInvitation", "Needs the token of an email"),
            Map.entry("submitInvitationPage", "Needs the token of an email"),
            Map.entry("completeSignIn", "Needs a code of this half minute"),
            Map.entry("submitCodePage", "Needs a code of this half minute"),
            Map.entry("confirmSecondFactor", "Needs a code of this half minute"),
            Map.entry("disableSecondFactor", "Needs a code of this half minute"),
            Map.entry("getSubscription", "Needs the signed token of a link"),
            Map.entry("subscribeByLink", "Needs the signed token of a link"),
            Map.entry("unsubscribeByLink", "Needs the signed token of a link"),
            Map.entry("showSubscribePage", "Needs the signed token of a link"),
            Map.entry("submitSubscribePage", "Needs the signed token of a link"),
            Map.entry("showUnsubscribePage", "Needs the signed token of a link"),
            Map.entry("submitUnsubscribePage", "Needs the signed token of a link"),
            Map.entry("showManagePage", "Needs the signed token of a link"),
            Map.entry("submitManagePage", "Needs the signed token of a link"),
            Map.entry("trackOpen", "Needs the signed token of a link"),
            Map.entry("trackClick", "Needs the signed token of a link"),
            Map.entry("leaveForProvider", "Needs a provider; OAuthTest has one"),
            Map.entry("returnFromProvider", "Needs a provider"),
            Map.entry("setBillingLimits", "Needs Stripe; StripeTest has it"),
            Map.entry("startCheckout", "Needs Stripe"),
            Map.entry("openBillingPortal", "Needs Stripe"),
            Map.entry("getConsumption", "Needs Stripe"),
            Map.entry("listInvoices", "Needs Stripe"),
            Map.entry("receiveStripe", "Needs an event signed by Stripe"),
            Map.entry("receiveSns", "Needs a notification signed by Amazon"),
            Map.entry("pauseCampaign", "Needs a campaign in the middle of its emails"),
            Map.entry("resumeCampaign", "Needs a campaign in the middle of its emails"),
            Map.entry("appealSuspension", "Needs a suspended project"),
            Map.entry("downloadAttachment", "Needs a received email"),
            Map.entry("downloadCaughtFile", "Needs a caught message with a file"),
            Map.entry("getDashboardFile", "Files have a hash in their name"),
            Map.entry("showDashboardPage", "Needs the built dashboard"),
            Map.entry("showDocs", "Needs the built dashboard"),
            Map.entry("showDocsPage", "Needs the built dashboard"),
            Map.entry("getSystem", "Only for operators"),
            Map.entry("checkDelivery", "Only for operators"),
            Map.entry("testTransport", "Only for operators"),
            Map.entry("listReceivers", "Only for operators"),
            Map.entry("pauseReceiver", "Only for operators"),
            Map.entry("resumeReceiver", "Only for operators"),
            Map.entry("tryReceiverNow", "Only for operators"),
            Map.entry("listDeliveryChoices", "Only for operators"),
            Map.entry("putDeliveryChoice", "Only for operators"),
            Map.entry("listTlsReports", "Only for operators"),
            Map.entry("enter", "Leads only browsers to the dashboard"),
            Map.entry("getMetrics", "Needs the operator's token"));

    private static TestServer server;
    private static JsonObject document;
    private static ExampleWorld world;

    private record Operation(String id, String method, String path, JsonObject node) {

        Stream<Map.Entry<String, JsonObject>> examples() {
            return content().stream()
                    .flatMap(media ->
                            ((JsonObject) media.getValue()).getJsonObject("examples", new JsonObject()).stream())
                    .map(each -> Map.entry(each.getKey(), ((JsonObject) each.getValue()).getJsonObject("value")));
        }

        JsonObject content() {
            return node.getJsonObject("requestBody", new JsonObject()).getJsonObject("content", new JsonObject());
        }

        boolean hasBody() {
            return !content().isEmpty();
        }

        boolean isOfUser() {
            return path.startsWith("/users/@me") && !path.contains("/projects/") || id.equals("requestVerification");
        }

        List<String> successes() {
            return node.getJsonObject("responses").fieldNames().stream()
                    .filter(status -> status.startsWith("2") || status.startsWith("3"))
                    .toList();
        }
    }

    private static Stream<Operation> operations() {
        document = new JsonObject(server.get("/openapi.json", "").body());
        world = new ExampleWorld(server);
        return document.getJsonObject("paths").stream().flatMap(path -> ((JsonObject) path.getValue())
                .stream()
                        .map(method -> new Operation(
                                ((JsonObject) method.getValue()).getString("operationId"),
                                method.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                (JsonObject) method.getValue())));
    }

    @TestFactory
    Stream<DynamicTest> everyExampleGetsAnAnswerOfTheDocument() {
        return operations()
                .filter(operation -> !NOT_SENT.containsKey(operation.id()))
                .flatMap(operation -> operation.hasBody()
                        ? operation
                                .examples()
                                .map(example -> dynamicTest(
                                        operation.id() + " " + example.getKey(),
                                        () -> send(operation, example.getValue())))
                        : Stream.of(dynamicTest(operation.id(), () -> send(operation, new JsonObject()))));
    }

    @Test
    void everyBodyHasAnExample() {
        assertThat(operations()
                        .filter(Operation::hasBody)
                        .filter(operation -> operation.examples().findAny().isEmpty())
                        .map(Operation::id))
                .isEmpty();
    }

    @Test
    void everyReasonIsOfAnOperation() {
        assertThat(operations().map(Operation::id).toList()).containsAll(NOT_SENT.keySet());
    }

    /** Examples are made from schemas; a schema that no value fits would show here. */
    @TestFactory
    Stream<DynamicTest> everyExampleOfAnAnswerFitsItsSchema() {
        return operations()
                .map(operation -> dynamicTest(
                        operation.id(),
                        () -> operation.node().getJsonObject("responses").forEach(response -> {
                            var media = ((JsonObject) response.getValue())
                                    .getJsonObject("content", new JsonObject())
                                    .getJsonObject("application/json");
                            if (media != null) {
                                assertThat(ApiContract.ofThisBuild()
                                                .mistakes(
                                                        operation.method(),
                                                        operation.path(),
                                                        Integer.parseInt(response.getKey()),
                                                        Optional.of("application/json"),
                                                        io.vertx.core.json.Json.encode(media.getValue("example"))))
                                        .isEmpty();
                            }
                        })));
    }

    private static void send(Operation operation, JsonObject example) {
        var call = prepared(operation);
        var path = PARAMETER
                .matcher(operation.path())
                .replaceAll(found -> encoded(call.ids()
                        .computeIfAbsent(found.group(1), name -> world.id(operation.id(), operation.path(), name))));
        var body = operation.hasBody() ? withIds(example, call.ids()) : example;

        var status = call.sender().send(operation, path, body);

        assertThat(operation.successes()).contains(String.valueOf(status));
    }

    /** Sends a request and answers the status. */
    private interface Sender {
        int send(Operation operation, String path, JsonObject body);
    }

    /** The things an example names, and a caller who may do what it asks for. */
    private record Prepared(Map<String, String> ids, Sender sender) {

        static Prepared with(String... namesAndIds) {
            return by(DocumentExamplesTest::withKey, namesAndIds);
        }

        static Prepared by(Sender sender, String... namesAndIds) {
            var ids = new HashMap<String, String>();
            for (var at = 0; at < namesAndIds.length; at += 2) {
                ids.put(namesAndIds[at], namesAndIds[at + 1]);
            }
            return new Prepared(ids, sender);
        }
    }

    private static Prepared prepared(Operation operation) {
        if (operation.path().startsWith("/workflows/{id}")) {
            return ofWorkflow(operation);
        } else if (operation.content().containsKey("multipart/form-data")) {
            return Prepared.by(DocumentExamplesTest::withFile);
        } else if (operation.isOfUser()) {
            return ofUser(operation);
        }
        return switch (operation.id()) {
            case "updateContact" -> Prepared.with();
            case "startExecution" -> Prepared.with();
            case "deleteTemplates" -> Prepared.with("ids", world.id("", "/templates", "id"));
            case "deleteWorkflows" -> Prepared.with("ids", world.workflows().workflow());
            case "signIn" -> {
                world.post(
                        "/auth/signup",
                        new JsonObject().put("email", "ada@example.com").put("password", ExampleWorld.PASSWORD));
                yield Prepared.with();
            }
            case "leaveProject" -> ofMember();
            case "transferProject", "regenerateKeys", "resetProject", "deleteProject" -> ofOwner(operation);
            case "listClickedLinks" ->
                Prepared.by((each, path, body) ->
                        withKey(each, path + "?campaignId=" + world.id("", "/campaigns", "id"), body));
            case "search" -> Prepared.by((each, path, body) -> withKey(each, path + "?q=ada", body));
            case "getImage" -> ofImage();
            case "getCaughtMessage", "showCaughtMessage", "getRawMessage" -> Prepared.with("id", caught());
            case "explainSegment" -> {
                world.post("/contacts", new JsonObject().put("email", "ada@example.com"));
                yield Prepared.with();
            }
            default -> Prepared.with();
        };
    }

    private static int withKey(Operation operation, String path, JsonObject body) {
        var isForm = operation.content().containsKey("application/x-www-form-urlencoded");
        var text = operation.hasBody() ? isForm ? fields(body) : body.encode() : "";
        var key = operation.node().getJsonArray("security").isEmpty() ? "" : server.secretKey(0);
        return isForm
                ? server.call(operation.method(), path, key, text, "Content-Type", "application/x-www-form-urlencoded")
                        .statusCode()
                : server.call(operation.method(), path, key, text).statusCode();
    }

    private static String fields(JsonObject body) {
        return body.stream()
                .map(field -> field.getKey() + "=" + encoded(String.valueOf(field.getValue())))
                .collect(Collectors.joining("&"));
    }

    private static int withFile(Operation operation, String path, JsonObject body) {
        var isImage = body.containsKey("image");
        var field = isImage ? "image" : "file";
        var file = new ApiClient.File(
                field,
                isImage ? "hat.png" : "list.csv",
                isImage ? "image/png" : "text/csv",
                isImage ? SampleImages.real("png", 2, 2) : body.getString(field).getBytes(StandardCharsets.UTF_8));
        var more = new HashMap<String, String>();
        body.stream()
                .filter(each -> !each.getKey().equals(field))
                .forEach(each -> more.put(each.getKey(), String.valueOf(each.getValue())));
        return new ApiClient(server.baseUrl())
                .upload(path, server.secretKey(0), file, Map.of(), more)
                .status();
    }

    private static Sender as(BrowserUser user) {
        return (operation, path, body) -> user.call(
                        operation.method(),
                        path,
                        operation.hasBody() ? body.encode() : "",
                        "Content-Type",
                        "application/json")
                .statusCode();
    }

    private static Prepared ofUser(Operation operation) {
        return switch (operation.id()) {
            case "acceptMyInvitation", "declineMyInvitation" -> {
                var user = world.invited(false);
                var offered = new JsonObject(user.get("/users/@me/invitations").body()).getJsonArray("data");
                yield Prepared.by(as(user), "id", offered.getJsonObject(0).getString("id"));
            }
            case "endSession" -> {
                var user = world.user();
                var sessions = new JsonObject(user.get("/users/@me/sessions").body()).getJsonArray("data");
                yield Prepared.by(as(user), "id", sessions.getJsonObject(0).getString("id"));
            }
            default -> Prepared.by(as(world.user()));
        };
    }

    private static Prepared ofMember() {
        var user = world.invited(true);
        return Prepared.by(
                (operation, path, body) -> user.in(server.projectId(0), operation.method(), path, "")
                        .statusCode(),
                "id",
                server.projectId(0));
    }

    /** The owner of a project of their own. */
    private static Prepared ofOwner(Operation operation) {
        var owner = world.user();
        var project = new JsonObject(owner.post("/users/@me/projects", new JsonObject().put("name", operation.id()))
                        .body())
                .getString("id");
        return Prepared.by(
                (each, path, body) -> owner.in(project, each.method(), path, each.hasBody() ? body.encode() : "")
                        .statusCode(),
                "id",
                project,
                "userId",
                operation.id().equals("transferProject")
                        ? world.member(owner, project).id()
                        : "");
    }

    private static Prepared ofImage() {
        var file = new ApiClient.File("image", "hat.png", "image/png", SampleImages.real("png", 2, 2));
        var url = new ApiClient(server.baseUrl())
                .upload("/uploads/image", server.secretKey(0), file, Map.of())
                .body()
                .getString("url");
        var parts = url.split("/");
        return Prepared.with("project", parts[parts.length - 2], "name", parts[parts.length - 1]);
    }

    private static String caught() {
        world.user();
        return new JsonArray(server.get("/dev/mailbox/messages", "").body())
                .getJsonObject(0)
                .getString("id");
    }

    /** A workflow with a pause, and for executions somebody in it. */
    private static Prepared ofWorkflow(Operation operation) {
        var api = world.workflows();
        var workflow = api.workflow();
        var step = api.added(workflow, "DELAY", WorkflowApi.delay());
        var ids = new HashMap<>(Map.of("id", workflow, "stepId", step, "contactId", world.contact()));
        switch (operation.id()) {
            case "addTransition" -> {
                ids.put("fromStepId", step);
                ids.put("toStepId", api.lone(workflow, "EXIT", new JsonObject()));
            }
            case "deleteTransition", "insertStep" ->
                ids.put(
                        "transitionId",
                        api.whole(workflow)
                                .getJsonArray("transitions")
                                .getJsonObject(0)
                                .getString("id"));
            case "startExecution" -> api.enabled(workflow);
            case "getWorkflowVersion" -> {
                api.enabled(workflow);
                ids.put("version", "1");
            }
            case "getExecution", "cancelExecution" -> {
                api.enabled(workflow);
                ids.put("executionId", execution(workflow));
            }
            default -> {}
        }
        return new Prepared(ids, DocumentExamplesTest::withKey);
    }

    private static String execution(String workflow) {
        return world.post("/workflows/" + workflow + "/executions", new JsonObject().put("contactId", world.contact()))
                .getString("id");
    }

    /** Puts the ids of real things where the example names some. */
    private static JsonObject withIds(JsonObject example, Map<String, String> ids) {
        var body = example.copy();
        ids.forEach((name, id) -> {
            if (body.getValue(name) instanceof JsonArray) {
                body.put(name, new JsonArray().add(id));
            } else if (body.containsKey(name) && !name.equals("id")) {
                body.put(name, id);
            }
        });
        return body;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
