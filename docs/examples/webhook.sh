# Register the address that receives events of bookings. The answer has the secret, which is shown only once.
curl -s "$SITE/api/webhooks" \
  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -d "{\"vineyard_id\": \"$VINEYARD\", \"url\": \"https://hooks.example.com/chalk\", \"event_types\": [\"booking.created\", \"booking.cancelled\"]}"
