/** An untrusted certificate for `localhost`, valid for a hundred years. Its key protects nothing. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgm9gt9YUspt6yrpud
55nVN7sOUfoAlUMN5EEoHhOTkJShRANCAAQ6dMgNjIVc5qDHSx7RyDuFnhHEM8WH
wVYpdVpQqnzdMyv+TOf+67M/n4HCYwcr03mWeqeb/PstvFtIEuMaXsfL
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUS7etnjcRv8pys4N538JkCONfQ8owCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDA5NDIwNFoYDzIxMjYxMDMx
MDk0MjA0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ6dMgNjIVc5qDHSx7RyDuFnhHEM8WHwVYpdVpQqnzdMyv+TOf+67M/
n4HCYwcr03mWeqeb/PstvFtIEuMaXsfLo2kwZzAdBgNVHQ4EFgQUfRzzfm27s0ko
Ipif7sO2oTMXjsswHwYDVR0jBBgwFoAUfRzzfm27s0koIpif7sO2oTMXjsswDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgBL0/xnozS48amcnlfkLZnl+lT7KkuFvBDWlDbiu8Qm4CIQDiH6OOP7eo
gHJOrhbC8hOPqXwRpcsJcqmDdWrpcdjD7A==
-----END CERTIFICATE-----`,
};
