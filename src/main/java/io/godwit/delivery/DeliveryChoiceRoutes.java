package io.godwit.delivery;

import io.godwit.accounts.Operators;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The choices of operators about the way email of a project leaves. An API key belongs to no user: it gets a 404. */
public final class DeliveryChoiceRoutes implements Routes {

    private static final int MAX_NAME = 255;
    private static final int MAX_FALLBACKS = 10;

    private final Operators operators;
    private final Database database;
    private final DeliveryChoiceStore store = new DeliveryChoiceStore();

    public DeliveryChoiceRoutes(Operators operators, Database database) {
        this.operators = operators;
        this.database = database;
    }

    /** The classes of email, as {@code emails.email_class} has them. */
    private enum EmailClassName {
        TRANSACTIONAL,
        MARKETING,
        HEADLESS
    }

    record ChoicesResponse(List<ChoiceResponse> choices) {}

    /**
     * A choice.
     *
     * @param domain the sender's domain; absent: all of the project
     * @param emailClass absent: all
     * @param mode RELAY or DIRECT; absent: as the settings say
     * @param pool the egress pool; absent: the first one of the settings
     * @param fallbackPools the egress pools used in this order while the site refuses all sources of the pool before, or cannot be
     *     reached from them
     */
    record ChoiceResponse(
            String projectId,
            Optional<String> domain,
            Optional<EmailClassName> emailClass,
            Optional<DirectSettings.Mode> mode,
            Optional<String> pool,
            List<String> fallbackPools) {

        static ChoiceResponse of(DeliveryChoice choice) {
            return new ChoiceResponse(
                    choice.project().toString(),
                    Optional.of(choice.domain()).filter(domain -> !domain.isEmpty()),
                    Optional.of(choice.emailClass())
                            .filter(name -> !name.isEmpty())
                            .map(EmailClassName::valueOf),
                    choice.mode(),
                    choice.pool(),
                    choice.fallbackPools());
        }
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/delivery/choices")
                .access(Access.USER)
                .answers(ChoicesResponse.class)
                .fails(Kind.FORBIDDEN)
                .to(call -> asOperator(call, this::list));
        api.put("/delivery/choices")
                .access(Access.USER)
                .body(DeliveryChoiceRoutes::choice)
                .answers(ChoiceResponse.class)
                .to(call -> asOperator(call, () -> put(choice(call.body()))));
    }

    private static DeliveryChoice choice(JsonBody body) {
        var project = body.text("projectId", 1, MAX_NAME);
        var domain = body.optionalText("domain", 1, MAX_NAME).orElse("").toLowerCase(Locale.ROOT);
        var emailClass = body.optionalEnum("emailClass", EmailClassName.class)
                .map(Enum::name)
                .orElse("");
        var mode = body.optionalEnum("mode", DirectSettings.Mode.class);
        var pool = body.optionalText("pool", 1, MAX_NAME);
        var fallbackPools = fallbackPools(body);
        return body.build(() -> new DeliveryChoice(
                Ids.parse(project).orElse(new UUID(0, 0)), domain, emailClass, mode, pool, fallbackPools));
    }

    private static List<String> fallbackPools(JsonBody body) {
        var names = body.optionalList("fallbackPools").orElse(List.of()).stream()
                .map(String::valueOf)
                .distinct()
                .toList();
        if (names.size() > MAX_FALLBACKS
                || names.stream().anyMatch(name -> name.isBlank() || name.length() > MAX_NAME)) {
            body.issue(
                    "fallbackPools", "invalid_string", "Expected at most " + MAX_FALLBACKS + " names of egress pools");
        }
        return names;
    }

    private Future<ChoicesResponse> list() {
        return store.all(database.requests())
                .map(choices -> new ChoicesResponse(
                        choices.stream().map(ChoiceResponse::of).toList()));
    }

    /** A choice of neither mode nor pools is removed. */
    private Future<ChoiceResponse> put(DeliveryChoice choice) {
        return store.put(database.requests(), choice)
                .compose(known -> known
                        ? Future.succeededFuture(ChoiceResponse.of(choice))
                        : Future.failedFuture(Failure.of(Kind.RESOURCE_NOT_FOUND, "There is no such project")));
    }

    private <T> Future<ApiResponse> asOperator(ApiRequest call, Supplier<Future<T>> work) {
        var user = call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
        return operators.require(user.user()).compose(ignored -> work.get()).map(ApiResponse::ok);
    }
}
