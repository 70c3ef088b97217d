package dev.crawlsieve.testkit.broker;

import dev.crawlsieve.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A broker in this JVM with encryption, authentication, and no access beyond what was granted.
 *
 * <p>It has three loopback listeners: one with a certificate for {@code localhost}, one whose
 * certificate is for another host, and an open one for the test itself, which has all rights.
 */
public final class SecureBroker implements AutoCloseable {

  private static final String STORE_PASSWORD = "store-password";

  private final Path folder;
  private final BrokerFolder data;
  private final KafkaRaftServer server;
  private final int secure;
  private final int misnamed;
  private final int open;
  private final Admin admin;

  private SecureBroker(Path folder) throws Exception {
    this.folder = folder;
    key("localhost", "san=dns:localhost,ip:127.0.0.1");
    key("elsewhere", "san=dns:elsewhere.example");
    data = BrokerFolder.take(folder.resolve("broker"));
    data.format();
    List<Integer> ports = EmbeddedBroker.freePorts(4);
    secure = ports.get(0);
    misnamed = ports.get(1);
    open = ports.get(2);
    server = EmbeddedBroker.launch(settings(ports.get(3)));
    admin = Admin.create(Map.of("bootstrap.servers", "localhost:" + open));
  }

  /**
   * Starts a broker.
   *
   * @param folder for its data and keys
   */
  public static SecureBroker start(Path folder) throws Exception {
    return new SecureBroker(folder);
  }

  private Map<String, String> settings(int controller) {
    Map<String, String> settings =
        new HashMap<>(BrokerSettings.alone(data.log(), open, controller));
    settings.put(
        "listeners",
        "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d,SECURE://127.0.0.1:%d,MISNAMED://127.0.0.1:%d"
            .formatted(open, controller, secure, misnamed));
    settings.put(
        "advertised.listeners",
        "PLAINTEXT://localhost:%d,SECURE://localhost:%d,MISNAMED://localhost:%d"
            .formatted(open, secure, misnamed));
    settings.put(
        "listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL,MISNAMED:SASL_SSL");
    settings.put("sasl.enabled.mechanisms", "SCRAM-SHA-512");
    for (String door : List.of("secure", "misnamed")) {
      String prefix = "listener.name." + door + ".";
      settings.put(
          prefix + "scram-sha-512.sasl.jaas.config",
          "org.apache.kafka.common.security.scram.ScramLoginModule required;");
      settings.put(
          prefix + "ssl.keystore.location",
          store(door.equals("secure") ? "localhost" : "elsewhere").toString());
      settings.put(prefix + "ssl.keystore.password", STORE_PASSWORD);
      settings.put(prefix + "ssl.key.password", STORE_PASSWORD);
      settings.put(prefix + "ssl.keystore.type", "PKCS12");
    }
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    // Anyone on the open listener: the broker itself, and the test.
    settings.put("super.users", "User:ANONYMOUS");
    return settings;
  }

  private Path store(String name) {
    return folder.resolve(name + ".p12");
  }

  /** A certificate, in the form that a client trusts. */
  public Path certificate(String name) {
    return folder.resolve(name + ".pem");
  }

  private void key(String name, String names) throws Exception {
    keytool(
        "-genkeypair -alias %s -keyalg EC -validity 2 -dname CN=%s -ext %s -storetype PKCS12"
            .formatted(name, name, names),
        name);
    keytool("-exportcert -rfc -alias %s -file %s".formatted(name, certificate(name)), name);
  }

  private void keytool(String words, String name) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(words.split(" ")));
    command.addAll(List.of("-keystore", store(name).toString(), "-storepass", STORE_PASSWORD));
    Path log = folder.resolve("keytool.log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    if (!Waits.ended(process) || process.exitValue() != 0) {
      throw new IllegalStateException("keytool failed: " + Files.readString(log));
    }
  }

  /** Creates a user without any rights. */
  public void user(String name, String password) throws Exception {
    UserScramCredentialAlteration user =
        new UserScramCredentialUpsertion(
            name, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), password);
    admin.alterUserScramCredentials(List.of(user)).all().get();
  }

  /** The address for users. */
  public String address() {
    return "localhost:" + secure;
  }

  /** The listener for the test itself, which has all rights there. */
  public String openAddress() {
    return "localhost:" + open;
  }

  /** The listener whose certificate is for another host. */
  public String misnamedAddress() {
    return "localhost:" + misnamed;
  }

  /**
   * A settings file with a user's login.
   *
   * @param more settings that override those of the file
   */
  public Path login(String user, String password, Map<String, String> more) throws IOException {
    Properties login = new Properties();
    login.put("bootstrap.servers", address());
    login.put("streams.security.protocol", "SASL_SSL");
    login.put("streams.sasl.mechanism", "SCRAM-SHA-512");
    login.put(
        "streams.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\""
                .formatted(user)
            + " password=\"%s\";".formatted(password));
    login.put("streams.ssl.truststore.type", "PEM");
    login.put("streams.ssl.truststore.location", certificate("localhost").toString());
    login.putAll(more);
    Path file = Files.createTempFile(folder, user, ".properties");
    try (var out = Files.newBufferedWriter(file)) {
      login.store(out, null);
    }
    return file;
  }

  /** A right, as listed in docs/security.md. */
  public static AclBinding right(
      String user, ResourceType type, PatternType pattern, String name, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(type, name, pattern),
        new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
  }

  public void grant(Collection<AclBinding> rights) throws Exception {
    admin.createAcls(rights).all().get();
  }

  public void revoke(Collection<AclBinding> rights) throws Exception {
    admin.deleteAcls(rights.stream().map(AclBinding::toFilter).toList()).all().get();
  }

  @Override
  public void close() {
    admin.close();
    server.shutdown();
    server.awaitShutdown();
    data.close();
  }
}
