import org.openapitools.client.ApiClient;
import org.openapitools.client.api.EmailsApi;
import org.openapitools.client.api.SendingApi;
import org.openapitools.client.model.SendEmailRequest;
import org.openapitools.client.model.SendEmailRequestFrom;
import org.openapitools.client.model.SendEmailRequestTo;

/** Sends an email by the generated client, finds it in the log, and prints its id. Arguments: address, key, sender. */
final class SendAndList {

    private SendAndList() {}

    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient().setBasePath(arguments[0]);
        client.addDefaultHeader("Authorization", "Bearer " + arguments[1]);
        var email = new SendEmailRequest()
                .to(new SendEmailRequestTo("java@example.com"))
                .from(new SendEmailRequestFrom(arguments[2]))
                .subject("From Java")
                .body("<p>Hello</p>");
        var id = new SendingApi(client).sendEmail(email, null).getData().getEmails().get(0).getEmail();
        var listed = new EmailsApi(client)
                .listEmails(
                        10, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                        null);
        if (listed.getData().stream().noneMatch(each -> id.toString().equals(each.getId().toString()))) {
            throw new IllegalStateException("The log has no " + id);
        }
        System.out.println(id);
        System.exit(0);
    }
}
