import type { SamlProviderSeed } from '../model/seed-data.ts';

/* Self-signed certificates made for the demonstration; nobody keeps their private keys. */

/** Valid until January 2046. */
const SKERRY_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIC6TCCAdECBFweB6QwDQYJKoZIhvcNAQELBQAwOTEaMBgGA1UEAwwRaWQuc2tl
cnJ5LmV4YW1wbGUxGzAZBgNVBAoMElNrZXJyeSBJbnN0cnVtZW50czAeFw0yNjAx
MDUwODAwMDBaFw00NjAxMDUwODAwMDBaMDkxGjAYBgNVBAMMEWlkLnNrZXJyeS5l
eGFtcGxlMRswGQYDVQQKDBJTa2VycnkgSW5zdHJ1bWVudHMwggEiMA0GCSqGSIb3
DQEBAQUAA4IBDwAwggEKAoIBAQDGUWzWp542/F8HUkwPvFXcHJuiFkwBDZcHb5ji
YFm6Gqj3ql4vHZClUv4f0TcdSKOfu6b2mUSavy5G+bVbFISDFUfuf1p++C1ceBu3
eMsHN/AsvIzNLU9KVxUSx1UzCX6AQ4PahDIU7OsF5ewACy3pkfltTn+CxCat+IUm
bbptkFLv3ETpMhqDW2lcTAJ8bHtRxuGNvmwMHUTxlTVR0krl3uau1lBDKY3YjkJD
K+c4QVY7jR6D2BXv9UBLovsTXT0gskUl0naqZ4S226RAS2dUYv2d3pDChUdusDpK
R6erd7EI+d0IsObh7QFvTxDcZ3iY+Mikdz3Ez3Nw/VfKyI8BAgMBAAEwDQYJKoZI
hvcNAQELBQADggEBAFJtsH75lLz8RZRjri3rC1jXeZYWtZmO0fr2dqvAuDwdV5qV
7T46CMQuvdSLz160BHwZQbnqdYrfN8BZPB124O416nPCgVq6j67AqQAevkIRVCqT
MWuvh/LCpW1W5wAr6lhNHGMyhb/Jmcbb/eAQiXCMPmW8Nb83yyMTe0sjFFQoanl4
Cv32Hj3FYtFp2C8Dq1uhrrUi975LjuAxl3we2kZUMfea5FDQxFObrQtRCBRF+FVV
AqE0JdcHpdumiQs2Si/PlKoNw7qpezQdZOKhD0z0d5rwsh2t4Estsk8gy8u7enwl
DI4HpJhkC8XBrAEeiVE+vMVLDhTuaTt08l4surk=
-----END CERTIFICATE-----
`;

/** Valid until 10 December 2026: what a certificate looks like that runs out, or has. */
const ALDERSUND_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDFzCCAf8CBFweB6UwDQYJKoZIhvcNAQELBQAwUDEoMCYGA1UEAwwfbG9naW4u
YWxkZXJzdW5kLWhhcmJvdXIuZXhhbXBsZTEkMCIGA1UECgwbQWxkZXJzdW5kIEhh
cmJvdXIgQXV0aG9yaXR5MB4XDTI0MTIxMDA4MDAwMFoXDTI2MTIxMDA4MDAwMFow
UDEoMCYGA1UEAwwfbG9naW4uYWxkZXJzdW5kLWhhcmJvdXIuZXhhbXBsZTEkMCIG
A1UECgwbQWxkZXJzdW5kIEhhcmJvdXIgQXV0aG9yaXR5MIIBIjANBgkqhkiG9w0B
AQEFAAOCAQ8AMIIBCgKCAQEA0ttuw2NBpz7V44R+DQZSv0I7YoYE/gIubBq8dl7D
6PtjQdsvCzgUO2DWxbA3C5r5goxSoQ992zjffczuPFir00Y8q8XbHVATGCWtI0FB
VWrT8Sf8U8PdtGOQPI16fzF8y8u7738BOiiBb2DdRRZREvydpIjh6ZCwAA70RrmP
3KK+es2faa/XzyXX/45Egj7mUIW7yPbpNFg73S/4cGt5BYD0l8SkKEI7ZEKe8S3D
It6j5h4O2mfXR5VvXbaE5GIP7rXFbYOIda6XH41A/3HABu+sOS5dAl1/CxeH+kfK
IO/BrIC7DLuAe+l4h22wnzA2gEuEyOTiAFURYvB8Jg+T7wIDAQABMA0GCSqGSIb3
DQEBCwUAA4IBAQDFLkjr+mG6Yp6MkFS6iGGxbY67fhpp2k3D5ya5Yk8k3pbIkIMB
W9yLgRdNEVSZnyDF70tWwDs4vGxHb/dvpPbctmCrTorEs/t+wvrdL4Ju1E5lNP1V
Ir7VUWWc1SNLllqToUyax+AfeP16TDd5H6qSmo3fsRijCZ1aSWxvCplk2rX4a4Yh
YX5HoSH56dWlJNjbpOVEfCqcvWXKegSEJM2Uhi/WVpd1fwl5dAGzRVlTzC6cCeCT
7FZbfUgMuxx+uXnK6YzVPRUlU+jYF3xV7dBBFCF2qRAbUcp1ScC83PUr2WGZdY4s
c3c3E9nt6y6QLxqHrcNL1IYq0k0KqWZtXUbD
-----END CERTIFICATE-----
`;

/** The identity providers of Skerry Instruments. */
export const skerrySamlProviders: SamlProviderSeed[] = [
  {
    label: 'Skerry ID',
    entityId: 'https://id.skerry.example/saml/metadata',
    ssoUrl: 'https://id.skerry.example/saml/sign-in',
    certificate: SKERRY_CERTIFICATE,
    role: 'read',
    status: 'active',
    made: 318,
  },
  {
    label: 'Aldersund harbour',
    entityId: 'urn:login.aldersund-harbour.example',
    ssoUrl: 'https://login.aldersund-harbour.example/sso/saml2',
    certificate: ALDERSUND_CERTIFICATE,
    team: 'aldersund',
    role: null,
    status: 'pending',
    made: 216,
  },
];
