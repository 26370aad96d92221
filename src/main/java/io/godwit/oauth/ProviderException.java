package io.godwit.oauth;

/** A provider did not answer as it should; the message is for the operator. */
final class ProviderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ProviderException(String message) {
        super(message);
    }
}
