//! A mail server and a push service for tests, over plain TCP.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

/// Timeout that is long enough even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Time to wait before concluding that nothing more will arrive; the outbox is checked every second.
pub const QUIET_TIME: Duration = Duration::from_millis(3500);

/// Waits until a list has `count` items. Returns all of them.
async fn wait_for<T: Clone>(list: &Mutex<Vec<T>>, count: usize) -> Vec<T> {
    let began = std::time::Instant::now();
    loop {
        let found = list.lock().unwrap().clone();
        if found.len() >= count {
            return found;
        }
        assert!(began.elapsed() < TIMEOUT, "{} arrived instead of {count}", found.len());
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// An email as received.
#[derive(Clone, Debug)]
pub struct Email {
    pub to: String,
    pub head: String,
    pub text: String,
}

impl Email {
    pub fn header(&self, name: &str) -> Option<String> {
        let head = self.head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let mut fields = head.lines().filter_map(|line| line.split_once(": "));
        fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    }

    /// Returns the fragment (the part after `#`) of the email's link to this page.
    pub fn secret(&self, page: &str) -> String {
        let begins = format!("/{page}#");
        let at = self.text.find(&begins).unwrap_or_else(|| panic!("no link to {page}: {}", self.text)) + begins.len();
        self.text[at..].chars().take_while(|sign| sign.is_ascii_alphanumeric()).collect()
    }
}

pub struct TestMailServer {
    pub address: SocketAddr,
    emails: Arc<Mutex<Vec<Email>>>,
    refuses: Arc<AtomicBool>,
    /// Address for which the server rejects mail.
    gone: Arc<Mutex<String>>,
}

impl TestMailServer {
    pub async fn open() -> TestMailServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (emails, refuses) = (Arc::<Mutex<Vec<Email>>>::default(), Arc::new(AtomicBool::new(false)));
        let gone = Arc::<Mutex<String>>::default();
        let (all, says_no, nobody) = (emails.clone(), refuses.clone(), gone.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(receive_emails(stream, all.clone(), says_no.clone(), nobody.clone()));
            }
        });
        TestMailServer { address, emails, refuses, gone }
    }

    /// Makes the server reject all emails, or accept them again.
    pub fn refuse(&self, refuse: bool) {
        self.refuses.store(refuse, Ordering::Relaxed);
    }

    /// Makes the server report that this address has no mailbox.
    pub fn reject_address(&self, address: &str) {
        *self.gone.lock().unwrap() = address.to_owned();
    }

    pub fn settings(&self) -> Option<server::MailServer> {
        let url = format!("smtp://127.0.0.1:{}", self.address.port());
        Some(server::MailServer::new(&url, None, "Bastide <b@games.example>").unwrap())
    }

    /// Waits for `count` emails. Returns all of them.
    pub async fn emails(&self, count: usize) -> Vec<Email> {
        wait_for(&self.emails, count).await
    }

    /// Pauses, then returns the number of emails received so far.
    pub async fn count_after_pause(&self) -> usize {
        tokio::time::sleep(QUIET_TIME).await;
        self.emails.lock().unwrap().len()
    }
}

async fn receive_emails(
    stream: TcpStream,
    emails: Arc<Mutex<Vec<Email>>>,
    refuses: Arc<AtomicBool>,
    gone: Arc<Mutex<String>>,
) -> Option<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 post\r\n").await.ok()?;
    let mut to = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "MAIL" if refuses.load(Ordering::Relaxed) => writer.write_all(b"451 not now\r\n").await.ok()?,
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                let known = *gone.lock().unwrap() != to;
                let answer: &[u8] = if known { b"250 ok\r\n" } else { b"550 5.1.1 no such mailbox\r\n" };
                writer.write_all(answer).await.ok()?;
            }
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await.ok()?;
                let mut whole = Vec::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    whole.push(line.strip_prefix('.').map(str::to_owned).unwrap_or(line));
                }
                emails.lock().unwrap().push(read_email(&to, &whole.join("\r\n")));
                writer.write_all(b"250 taken\r\n").await.ok()?;
            }
            "QUIT" => {
                writer.write_all(b"221 bye\r\n").await.ok()?;
                return Some(());
            }
            _ => writer.write_all(b"250 ok\r\n").await.ok()?,
        }
    }
    Some(())
}

fn read_email(to: &str, whole: &str) -> Email {
    let (head, body) = whole.split_once("\r\n\r\n").unwrap();
    let coded = head.to_ascii_lowercase();
    let bytes = if coded.contains("transfer-encoding: base64") {
        STANDARD.decode(body.replace("\r\n", "")).unwrap()
    } else if coded.contains("transfer-encoding: quoted-printable") {
        unquoted(body)
    } else {
        body.as_bytes().to_vec()
    };
    let text = String::from_utf8(bytes).unwrap().replace("\r\n", "\n");
    Email { to: to.to_owned(), head: head.to_owned(), text }
}

fn unquoted(body: &str) -> Vec<u8> {
    let joined = body.replace("=\r\n", "");
    let (mut bytes, mut rest) = (Vec::new(), joined.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        let code = (first == b'=').then(|| u8::from_str_radix(std::str::from_utf8(&after[..2]).unwrap(), 16).unwrap());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    bytes
}

/// A push message as received.
#[derive(Clone, Debug)]
pub struct Push {
    pub path: String,
    pub head: String,
    pub body: Vec<u8>,
}

impl Push {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut fields = self.head.lines().filter_map(|line| line.split_once(": "));
        fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

pub struct TestPushService {
    pub address: SocketAddr,
    came: Arc<Mutex<Vec<Push>>>,
    status: Arc<AtomicU16>,
}

impl TestPushService {
    pub async fn open() -> TestPushService {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (came, status) = (Arc::<Mutex<Vec<Push>>>::default(), Arc::new(AtomicU16::new(201)));
        let (all, says) = (came.clone(), status.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take_pushes(stream, all.clone(), says.clone()));
            }
        });
        TestPushService { address, came, status }
    }

    /// Sets the status code of all further responses.
    pub fn answer(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    /// Waits for `count` push messages. Returns all of them.
    pub async fn pushes(&self, count: usize) -> Vec<Push> {
        wait_for(&self.came, count).await
    }

    /// Pauses, then returns the number of push messages received so far.
    pub async fn count_after_pause(&self) -> usize {
        tokio::time::sleep(QUIET_TIME).await;
        self.came.lock().unwrap().len()
    }
}

async fn take_pushes(stream: TcpStream, came: Arc<Mutex<Vec<Push>>>, status: Arc<AtomicU16>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).await.ok()? == 0 {
                return None;
            }
        }
        let path = head.split(' ').nth(1)?.to_owned();
        let mut push = Push { path, head, body: Vec::new() };
        push.body.resize(push.header("content-length")?.parse().ok()?, 0);
        stream.read_exact(&mut push.body).await.ok()?;
        came.lock().unwrap().push(push);
        let answer = format!("HTTP/1.1 {} x\r\nContent-Length: 0\r\n\r\n", status.load(Ordering::Relaxed));
        stream.get_mut().write_all(answer.as_bytes()).await.ok()?;
    }
}

/// A browser's push subscription, with its endpoint and key.
pub struct Subscription {
    pub endpoint: String,
    key: SecretKey,
}

/// The secret that all test browsers share with the server.
const SECRET: [u8; 16] = [9; 16];

impl Subscription {
    pub fn new(pushes: &TestPushService, path: &str) -> Subscription {
        let key = SecretKey::from_slice(&[path.len() as u8 + 1; 32]).unwrap();
        Subscription { endpoint: format!("http://{}/{path}", pushes.address), key }
    }

    /// Returns the subscription in the form that the browser sends to the server.
    pub fn told(&self) -> Value {
        let public = self.key.public_key().to_encoded_point(false);
        json!({"endpoint": self.endpoint, "p256dh": URL_SAFE_NO_PAD.encode(public.as_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(SECRET)})
    }

    /// Decrypts a push message.
    pub fn read(&self, push: &Push) -> Value {
        let text = decrypt(push.body.clone(), &self.key, &Auth::from(SECRET)).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}
