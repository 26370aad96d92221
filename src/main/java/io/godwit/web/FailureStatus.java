package io.godwit.web;

import io.godwit.core.Failure.Kind;

/** The HTTP status each kind of failure is answered with, and the code it shows. */
public final class FailureStatus {

    private FailureStatus() {}

    public static String code(Kind kind) {
        return kind == Kind.MALFORMED_BODY ? Kind.VALIDATION_ERROR.name() : kind.name();
    }

    public static int of(Kind kind) {
        return switch (kind) {
            case BAD_REQUEST, MALFORMED_BODY -> 400;
            case UNAUTHORIZED, MISSING_AUTH, INVALID_API_KEY -> 401;
            case FORBIDDEN, PROJECT_ACCESS_DENIED, PROJECT_DISABLED, EMAIL_VERIFICATION_REQUIRED -> 403;
            case ROUTE_NOT_FOUND,
                    RESOURCE_NOT_FOUND,
                    CONTACT_NOT_FOUND,
                    TEMPLATE_NOT_FOUND,
                    CAMPAIGN_NOT_FOUND,
                    WORKFLOW_NOT_FOUND -> 404;
            case METHOD_NOT_ALLOWED -> 405;
            case CONFLICT, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS -> 409;
            case PAYLOAD_TOO_LARGE -> 413;
            case UNSUPPORTED_MEDIA_TYPE -> 415;
            case VALIDATION_ERROR -> 422;
            case RATE_LIMIT_EXCEEDED, BILLING_LIMIT_EXCEEDED -> 429;
            case SERVICE_UNAVAILABLE -> 503;
        };
    }
}
